"""What the converters make of rows of the fact tables."""
import collections
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "catalog"))

import api  # noqa: E402
import cloud  # noqa: E402
import models  # noqa: E402
from records import normalized  # noqa: E402

MODELS = {normalized(name): name for name in (
    "llama-3.1-8b", "llama-3.3-70b", "glm-5", "glm-5.1", "gpt-oss-120b", "mixtral-8x7b", "qwen3-235b-a22b", "kimi-k2.5")}


class HostedNames(unittest.TestCase):
    def test_served_names_mean_the_model(self):
        for name, model in (("meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo", "llama-3.1-8b"),
                            ("@cf/meta/llama-3.3-70b-instruct-fp8-fast", "llama-3.3-70b"),
                            ("llama-3.3-70b-versatile", "llama-3.3-70b"), ("zai.glm-5", "glm-5"), ("glm-5p1", "glm-5.1"),
                            ("zai-org/GLM-5-TEE", "glm-5"), ("openai.gpt-oss-120b-1:0", "gpt-oss-120b"),
                            ("databricks-gpt-oss-120b", "gpt-oss-120b"), ("open-mixtral-8x7b", "mixtral-8x7b"),
                            ("qwen.qwen3-235b-a22b-2507-v1:0", "qwen3-235b-a22b"), ("moonshotai/Kimi-K2.5-fast", "kimi-k2.5")):
            self.assertEqual(api.model_of(name, MODELS), model, name)

    def test_other_weights_are_no_model_of_the_catalog(self):
        for name in ("cognitivecomputations/dolphin-mixtral-8x7b", "NousResearch/Nous-Hermes-2-Mixtral-8x7B-DPO", "glm-5-turbo",
                     "deepseek-chat", "mistral-small-latest", "deepseek/deepseek-r1-0528-qwen3-8b"):
            self.assertIsNone(api.model_of(name, MODELS), name)

    def test_the_day_is_the_tables_not_the_models(self):
        self.assertEqual(api.date_of({"date": "2024-07-23 (model entry); file snapshot 2026-07-02"}), "2026-07-02")
        self.assertEqual(api.date_of({"date": "no check date; repo snapshot 2026-08-21"}), "2026-08-21")
        self.assertEqual(api.date_of({"date": "2026-09-20"}), "2026-09-20")

    def test_a_price_of_another_model_is_left_out(self):
        row = {"provider": "groq", "model": "llama-3.1-405b-reasoning", "input_usd_per_m": "0.59", "output_usd_per_m": "0.79",
               "date": "no check date; repo snapshot 2026-08-21", "source": "pydantic/genai-prices@47df840a prices/data.json (MIT)"}
        self.assertEqual(api.convert([row], MODELS), ({}, {"price of another model": 1}))


class Families(unittest.TestCase):
    def test_tables_spell_them_in_lower_case_and_the_catalog_as_their_makers_do(self):
        for family, spelled in (("deepseek", "DeepSeek"), ("gpt2", "GPT-2"), ("gpt-neox", "GPT-NeoX"), ("stable-diffusion", "Stable Diffusion"),
                                ("hunyuan-video", "HunyuanVideo"), ("seed-oss", "Seed-OSS"), ("gpt-oss", "gpt-oss"), ("smollm", "SmolLM"),
                                ("none-of-the-catalog", "none-of-the-catalog")):
            self.assertEqual(models.family_of({"id": "new", "family": family}), spelled)
        self.assertEqual(models.family_of({"id": "codellama-7b", "family": "codellama"}), "Llama")

    def test_a_record_has_it(self):
        row = collections.defaultdict(str, id="new", name="New", family="deepseek", kind="decoder-llm", release="2026-01", license_short="MIT")
        self.assertEqual(models.record(row)["family"], "DeepSeek")


def offer(**cells):
    return {"instance_type": "x", "provider": "aws", "region_or_scope": "us-east-1", "accelerator": "NVIDIA L4",
            "accelerator_count": "1", "notes": ""} | cells


class Offers(unittest.TestCase):
    def test_tiers(self):
        for cells, tier in (({}, "instance"), ({"instance_type": "per-gpu NVIDIA L4"}, "per_gpu"),
                            ({"instance_type": "average NVIDIA L4"}, "average"), ({"provider": "vastai"}, "marketplace"),
                            ({"region_or_scope": "serverless per second"}, "serverless"), ({"provider": "hf-endpoints"}, "endpoint")):
            self.assertEqual(cloud.tier_of(offer(**cells)), tier, cells)

    def test_status(self):
        self.assertEqual(cloud.status_of(offer()), "current")
        self.assertEqual(cloud.status_of(offer(notes="OLD: use only where nothing newer exists")), "superseded")
        self.assertEqual(cloud.status_of(offer(notes="counts from memory; RETIRED 2025-09")), "retired")

    def test_devices_whose_form_is_not_stated_are_not_certain(self):
        self.assertEqual(cloud.device_of(offer()), ("l4", True))
        self.assertEqual(cloud.device_of(offer(accelerator="NVIDIA H100 80GB SXM")), ("h100-sxm5-80gb", True))
        self.assertEqual(cloud.device_of(offer(accelerator="NVIDIA H100 80GB")), ("h100-sxm5-80gb", False))
        self.assertEqual(cloud.device_of(offer(accelerator="NVIDIA B200 180GB (form unstated)")), ("b200-sxm-180gb", True))
        self.assertEqual(cloud.device_of(offer(accelerator="NVIDIA T4G")), (None, False))


if __name__ == "__main__":
    unittest.main()
