#include "engine/ask/url.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/base/fields_text.h"
#include "tests/files.h"

namespace ridgepoint {
namespace {

std::vector<Leaf> leaves_of(Scenario scenario) {
  LeafCollector collector;
  visit(scenario, collector);
  return collector.leaves;
}

// The same fields with the same values.
::testing::AssertionResult same(const Scenario& a, const Scenario& b) {
  const std::vector<Leaf> left = leaves_of(a), right = leaves_of(b);
  if (left.size() != right.size())
    return ::testing::AssertionFailure() << left.size() << " fields against " << right.size();
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left[i].path != right[i].path || left[i].present != right[i].present || left[i].values != right[i].values)
      return ::testing::AssertionFailure() << left[i].path << " differs";
  return ::testing::AssertionSuccess();
}

std::vector<std::string> codes(const Problems& notices) {
  std::vector<std::string> out;
  for (const Problem& notice : notices) out.push_back(notice.code);
  return out;
}

using Strings = std::vector<std::string>;

TEST(Url, SaysTheQuestionAndLeavesOutTheRest) {
  EXPECT_EQ(encode_url(Scenario(), "2026-11-21"),
            "#v=1&d=2026-11-21&workload=serve&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=auto&"
            "purpose=auto");
  Scenario s;
  s.workload = Workload::finetune;
  s.train.method = Method::qlora;
  EXPECT_EQ(encode_url(s, ""),
            "#v=1&workload=finetune&model=llama-3.1-70b&accelerator=h100-sxm5-80gb&count=auto&method=qlora&"
            "recipe=mixed&sequence=4096");
}

// The defaults of the first release are what links leave out: today's count is the fewest that fit.
TEST(Url, WhatALinkDoesNotSayMeansWhatItMeantInTheFirstRelease) {
  EXPECT_EQ(decode_url("#v=1&d=2026-11-21").scenario.hardware.count, 4);
  EXPECT_EQ(decode_url("#v=1&accelerator=rtx-3060").scenario.hardware.count, 4);
  EXPECT_EQ(decode_url("#v=1&instance=p5.48xlarge").scenario.hardware.count, 1);
  EXPECT_EQ(decode_url("#v=1&count=auto").scenario.hardware.count, std::nullopt);
  EXPECT_EQ(decode_url("#v=1&input_tokens=100").scenario.serve.purpose, RequestPurpose::general);
  EXPECT_EQ(decode_url("#v=1&purpose=auto").scenario.serve.purpose, std::nullopt);
  EXPECT_EQ(decode_url("#v=1&input_tokens=100&output_tokens=9").scenario.serve.purpose, std::nullopt);
}

// JSON has one of the two.
TEST(Url, AModelsNameCountsBeforeASize) {
  const DecodedUrl both = decode_url("#v=1&params_b=11&model=mixtral-8x7b");
  EXPECT_EQ(codes(both.notices), Strings{"conflict"});
  EXPECT_EQ(both.notices[0].message, "The link names a model and gives a size; the model is taken.");
  EXPECT_EQ(both.scenario.model.id, "mixtral-8x7b");
  EXPECT_EQ(both.scenario.model.params_b, std::nullopt);
  EXPECT_EQ(decode_url("#v=1&params_b=11").scenario.model.params_b, 11);
}

TEST(Url, LooksAsTheContractSays) {
  Scenario s;
  s.model.id = "llama-3.1-8b";
  s.hardware.count = 8;
  s.precision.weights = "fp8";
  s.serve.concurrency = std::numeric_limits<double>::infinity();
  s.parallel.tensor = 4;
  s.serve.input_tokens = 2048;
  s.serve.output_tokens = 512;
  s.train.tokens = 2e12;  // two fields are called "tokens": the key is the path
  EXPECT_EQ(
      encode_url(s, "2026-11-21"),
      "#v=1&d=2026-11-21&workload=serve&model=llama-3.1-8b&accelerator=h100-sxm5-80gb&count=8&weights=fp8&tensor=4&"
      "input_tokens=2048&output_tokens=512&concurrency=max&train.tokens=2000000000000");
}

TEST(Url, SizeAndInstanceStandInPlaceOfNames) {
  Scenario s;
  s.model.id = "";
  s.model.params_b = 7;
  s.hardware.accelerator = "";
  s.hardware.instance = "p5.48xlarge";
  s.hardware.count = 1;
  s.serve.purpose = RequestPurpose::general;
  const std::string url = encode_url(s, "", false);
  EXPECT_EQ(url, "#v=1&workload=serve&params_b=7&instance=p5.48xlarge&count=1");
  EXPECT_TRUE(same(decode_url(url).scenario, s));
}

TEST(Url, OwnEntriesAreNumbered) {
  Scenario s;
  s.overrides.models.resize(1);
  s.overrides.models[0].id = "mine";
  s.overrides.models[0].layers = 12;
  s.overrides.models[0].aliases = {"a b", "c~d"};
  s.overrides.models[0].linear.emplace();
  s.overrides.prices.resize(2);
  const std::string url = encode_url(s, "");
  EXPECT_NE(url.find("&o.models.0.id=mine&"), std::string::npos) << url;
  EXPECT_NE(url.find("&o.models.0.layers=12"), std::string::npos) << url;
  EXPECT_NE(url.find("&o.models.0.aliases=a%20b~c%7Ed"), std::string::npos) << url;
  EXPECT_NE(url.find("&o.prices.1.of="), std::string::npos) << url;  // an empty entry is still one
  const DecodedUrl back = decode_url(url);
  EXPECT_EQ(back.notices.size(), 0u);
  EXPECT_TRUE(same(back.scenario, s));
}

TEST(Url, NamesInLinksLoseWhatIsNotSeen) {
  const DecodedUrl link = decode_url(
      "#v=1&o.accelerators.0.id=a&o.accelerators.0.name=H100%E2%80%AE08%07&o.accelerators.0.aliases=b%E2%80%8B~c");
  ASSERT_EQ(link.scenario.overrides.accelerators.size(), 1u);
  EXPECT_EQ(link.scenario.overrides.accelerators[0].name, "H10008");
  EXPECT_EQ(link.scenario.overrides.accelerators[0].aliases, (std::vector<std::string>{"b", "c"}));
}

TEST(Url, ReadsAWholeAddress) {
  const DecodedUrl link = decode_url("https://example.org/ridgepoint/?embed=1#v=1&d=2026-01-02&count=2");
  EXPECT_EQ(link.scenario.hardware.count, 2);
  EXPECT_EQ(link.catalog_date, "2026-01-02");
  EXPECT_TRUE(link.notices.empty());
}

// As chat programs, pages' sources and redirects leave links behind.
TEST(Url, ReadsWhatBecameOfALinkOnItsWay) {
  for (const char* url : {"https://example.org/ridgepoint/?v=1&d=2026-01-02&count=2&weights=fp8",
                          "#v=1&amp;d=2026-01-02&amp;count=2&amp;weights=fp8",
                          "https://example.org/#v%3D1%26d%3D2026-01-02%26count%3D2%26weights%3Dfp8",
                          "%23v%3D1%26d%3D2026-01-02%26count%3D2%26weights%3Dfp8"}) {
    const DecodedUrl link = decode_url(url);
    EXPECT_EQ(link.scenario.hardware.count, 2) << url;
    EXPECT_EQ(link.scenario.precision.weights, "fp8") << url;
    EXPECT_EQ(link.catalog_date, "2026-01-02") << url;
    EXPECT_TRUE(link.notices.empty()) << url;
  }
  EXPECT_FALSE(decode_url("#%zz").notices.empty());
}

TEST(Url, AutoLeavesNamesOpen) {
  const DecodedUrl link = decode_url("#v=1&weights=auto&engine=auto");
  EXPECT_TRUE(link.notices.empty());
  EXPECT_FALSE(link.scenario.precision.weights);
  EXPECT_FALSE(link.scenario.serve.engine);
}

TEST(Url, UnknownKeysAreNamedAndTheRestIsApplied) {
  const DecodedUrl link = decode_url("#v=1&cuont=3&count=2");
  EXPECT_EQ(link.scenario.hardware.count, 2);
  ASSERT_EQ(codes(link.notices), Strings{"unknown_key"});
  EXPECT_EQ(link.notices[0].path, "#cuont");
  EXPECT_NE(link.notices[0].message.find("\"cuont\""), std::string::npos);
  EXPECT_EQ(link.notices[0].suggestions, Strings{"count"});
}

TEST(Url, TheAnswerOfItsTimeIsPassedOver) {
  const DecodedUrl link = decode_url("#v=1&was=Fits~37%20tokens/s&count=2");
  EXPECT_EQ(link.scenario.hardware.count, 2);
  EXPECT_TRUE(link.notices.empty());
}

// A thousand unknown keys took seconds, each being compared with every key there is.
TEST(Url, ManyUnknownKeysAreCounted) {
  std::string url = "#v=1&count=2";
  for (int i = 0; i < 1000; ++i) url += "&k" + std::to_string(i) + "=";
  const DecodedUrl link = decode_url(url);
  EXPECT_EQ(link.scenario.hardware.count, 2);
  ASSERT_EQ(link.notices.size(), 21u);
  EXPECT_EQ(link.notices.back().message, "980 more parts of the link are not known.");
}

TEST(Url, BadValuesAreNamedAndTheRestIsApplied) {
  const DecodedUrl link = decode_url(
      "#v=1&count=zero&input_tokens=1e400&utilization=7&workload=dream&flash_attention=maybe&region=%ZZ&years=3");
  EXPECT_EQ(link.scenario.cost.years, 3);
  EXPECT_EQ(link.scenario.hardware.count, Scenario().hardware.count);
  ASSERT_EQ(codes(link.notices), Strings(6, "bad_value"));
  Strings paths;
  for (const Problem& notice : link.notices) paths.push_back(notice.path);
  EXPECT_EQ(paths, (Strings{"/workload", "/hardware/count", "/serve/input_tokens", "/train/flash_attention",
                            "/cost/region", "/cost/utilization"}));
}

TEST(Url, OtherVersionsAreReadWithANotice) {
  EXPECT_EQ(codes(decode_url("#v=2&count=2").notices), Strings{"unknown_version"});
  EXPECT_EQ(codes(decode_url("#count=2").notices), Strings{"unknown_version"});
  EXPECT_EQ(decode_url("#v=2&count=2").scenario.hardware.count, 2);
}

TEST(Url, TheFirstOfEqualKeysCounts) {
  const DecodedUrl link = decode_url("#v=1&count=2&count=3");
  EXPECT_EQ(link.scenario.hardware.count, 2);
  EXPECT_EQ(codes(link.notices), Strings{"duplicate_key"});
}

TEST(Url, FieldsThatAreNotComputedAreLeftOut) {
  const DecodedUrl link = decode_url("#v=1&partition=5&compute=2&owned=1&lora_adapters=3&count=2");
  EXPECT_EQ(link.scenario.hardware.count, 2);
  EXPECT_FALSE(link.scenario.serve.lora_adapters);
  EXPECT_EQ(codes(link.notices), (Strings{"unknown_key", "not_available", "not_available", "not_available"}));
}

TEST(Url, LongLinksAreCutAtAKey) {
  std::string url = "#v=1&count=2&region=";
  url += std::string(kLongestUrl, 'x') + "&years=3";
  const DecodedUrl link = decode_url(url);
  EXPECT_EQ(codes(link.notices), Strings{"too_long"});
  EXPECT_EQ(link.scenario.hardware.count, 2);
  EXPECT_FALSE(link.scenario.cost.region);
}

TEST(Url, ElementsMustBeNumberedFromZero) {
  const DecodedUrl link = decode_url("#v=1&o.models.0.id=a&o.models.2.id=b&o.models.99999999999999999999.id=c");
  EXPECT_EQ(link.scenario.overrides.models.size(), 1u);
  EXPECT_EQ(codes(link.notices), (Strings{"unknown_key", "unknown_key"}));
}

TEST(Url, AnyTextIsReadWithoutFailing) {
  std::mt19937 random(7);
  const std::string pieces[] = {"#", "&",    "=",   "~",  "%",   "v=1",  "count", "o.models.0.layers", "o.", ".",
                                "*", "\xFF", "%00", "-1", "max", "auto", "model"};
  for (int i = 0; i < 2000; ++i) {
    std::string url;
    for (int n = 0; n < 12; ++n) url += pieces[random() % std::size(pieces)];
    const DecodedUrl link = decode_url(url);
    for (const Problem& notice : link.notices) EXPECT_TRUE(valid_utf8(notice.message)) << url;
  }
}

// Sets every field that may be set to a random value it allows, or leaves it.
class Randomizer final : public FieldVisitor {
 public:
  explicit Randomizer(unsigned seed) : random_(seed) {}

  void number(const Field& f, std::optional<double>& x) override {
    if (f.planned || skip() || f.name == "version") return;
    if (f.word == "auto" && one_in(4)) return x.reset();
    if (f.word == "max" && one_in(4)) {
      x = std::numeric_limits<double>::infinity();
      return;
    }
    const double low = std::max(f.min, -1e6), high = std::min(f.max, 1e6);
    double value = low + (high - low) * std::uniform_real_distribution<>(1e-9, 1)(random_);
    // Few digits, as people write; quantities are stored in base units, where long ones lose a bit.
    if (one_in(2) || scaled(f)) value = std::floor(value);
    if (f.integer) value = std::floor(value);
    if (range_problem(f, value).empty()) x = value;
  }
  void flag(const Field& f, std::optional<bool>& x) override {
    if (!f.planned && !skip()) x = one_in(2);
  }
  void text(const Field& f, std::optional<std::string>& x) override {
    if (!f.planned && !skip()) x = word();
  }
  void choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) override {
    if (f.planned || skip()) return;
    x = static_cast<int>(random_() % names.size());
    if (!f.word.empty() && one_in(4)) x.reset();
  }
  void texts(const Field& f, std::vector<std::string>& x) override {
    if (f.planned || skip()) return;
    for (auto n = random_() % 3; n > 0; --n) x.push_back(word());
  }
  void numbers(const Field& f, std::vector<double>& x) override {
    if (!f.planned) x.push_back(static_cast<double>(random_() % 1000));
  }
  bool open(const Field& f, bool present) override { return !f.planned && (present || one_in(2)); }
  void close() override {}
  std::size_t open_list(const Field& f, std::size_t) override { return f.planned ? 0 : random_() % 3; }
  void open_element(std::size_t) override {}
  void close_element() override {}
  void close_list() override {}

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }
  bool skip() { return !one_in(3); }
  static bool scaled(const Field& f) { return !f.unit.empty(); }
  std::string word() {
    static const std::string letters[] = {
        "a", "Z", "7", "-", ".", "_", " ", "&", "=", "#", "%", "~", "+", "/", "\"", "\xC3\xA9", "\xF0\x9F\x98\x80"};
    std::string out = "w";
    for (unsigned n = random_() % 8; n > 0; --n) out += letters[random_() % std::size(letters)];
    return out;
  }
  std::mt19937 random_;
};

TEST(Url, RandomScenariosSurviveTheRoundTrip) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    Scenario scenario;
    Randomizer randomizer(seed);
    visit(scenario, randomizer);
    if (!scenario.model.id.empty()) scenario.model.params_b.reset();
    const std::string url = encode_url(scenario, "2026-11-21");
    if (url.size() > kLongestUrl) continue;
    const DecodedUrl back = decode_url(url);
    ASSERT_TRUE(back.notices.empty()) << back.notices[0].message << "\n" << url;
    ASSERT_TRUE(same(back.scenario, scenario)) << url;
    ASSERT_EQ(encode_url(back.scenario, "2026-11-21"), url);
  }
}

TEST(Url, KeysAreUnique) {
  std::map<std::string, std::string> paths;
  for (const UrlKey& key : url_keys()) EXPECT_TRUE(paths.insert({key.key, key.path}).second) << key.key;
}

// Links that people have shared name fields by these keys. Lines may be added at will; a line that
// changes or goes away needs a new version of links and a way to read the old one.
TEST(Url, KeysOfVersionOneAreFrozen) {
  std::string now;
  for (const UrlKey& key : url_keys()) now += key.path + " " + key.key + "\n";
  EXPECT_EQ(now, test::text_of_file(test::in_project("tests/golden/url_keys_v1.txt")));
}

TEST(Url, PricesOfTheFirstReleaseAreRead) {
  const DecodedUrl d = decode_url(
      "#v=1&o.prices.0.of=rtx-4090&o.prices.0.kind=purchase_street&o.prices.0.usd=1000&o.prices.0.date=2026-01-02");
  ASSERT_EQ(d.scenario.overrides.prices.size(), 1u);
  const Price& price = d.scenario.overrides.prices[0];
  EXPECT_EQ(price.kind, PriceKind::sold_new);
  EXPECT_EQ(price.priced, "2026-01-02");
  EXPECT_TRUE(d.notices.empty()) << d.notices[0].message;
  EXPECT_NE(encode_url(d.scenario, "").find("o.prices.0.kind=new"), std::string::npos);
}

}  // namespace
}  // namespace ridgepoint
