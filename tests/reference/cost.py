"""What renting, owning and a hosted API cost: present value of payments over a term, electricity, CO2, circuits.

Sources: levelized cost and present value as every textbook has them; a year is paid in its middle; NEC 210.20(A) for
continuous load; the tables of places, networks and resale with the publications that the catalog of facts names (CBRE 2023,
EIA table 5.6.A, Uptime 2025, a bill of materials of 2024-08, resale points of 2026-01).
"""
from math import ceil, floor

HOURS = 8760

# PUE that is paid for, PUE of the building, US$ per kWh, US$ per kW and month.
PLACES = {
    "home": (1, 1, 0.187, 0),
    "office": (1, 1, 0.146, 0),
    "colocation": (1, 1.2, 0.09, 165),
    "hyperscale": (1.1, 1.1, 0.09, 0),
}


def parts_of_years(years):
    """Lengths of the years of a term; the last may be a part of one."""
    return [min(1, years - t) for t in range(ceil(years - 1e-12))]


def today(rate, years):
    return (1 + rate) ** -years


def worth(rate, yearly):
    """Of what is paid in the middle of each year: `yearly` are payments with the length of their year."""
    return sum(pay * today(rate, t + length / 2) for t, (length, pay) in enumerate(yearly))


def years_of(c, growth=0):
    return worth(c["discount_rate"], [(n, n * (1 + growth) ** t) for t, n in enumerate(parts_of_years(c["years"]))])


class Flow:
    def __init__(self, c, start, yearly, end):
        self.rate, self.years = c["discount_rate"], c["years"]
        self.start, self.yearly, self.end = start, list(zip(parts_of_years(self.years), yearly)), end

    def value(self):
        return self.start + worth(self.rate, self.yearly) + self.end * today(self.rate, self.years)

    def paid_by(self, when):
        if when >= self.years:
            return self.value()
        total = self.start
        for t, (length, pay) in enumerate(self.yearly):
            done = max(0, min(1, (when - t) / length))
            total += done * pay * today(self.rate, t + length / 2)
        return total


def useful_hours(c, gpus):
    return HOURS * c["utilization"] * c["availability"] * gpus * years_of(c)


def renting(c, pricing, usd_gpu_h, paid, spot_efficiency, base_usd_gpu_h=0):
    """A job pays for useful hours, a service and a commitment for all; a commitment keeps its price for its term.

    A first term that outlasts the years is owed: what is left of it is paid, at the price agreed, as they end. A later one
    that they cut is taken to be given up; nor is there anything to store or to send by then.

    A base is committed for a year; load is at the base or at the whole, so that the machines beyond it run (U - b) / (1 - b)."""
    base = c["base_share"]
    use = c["utilization"] if not base else max(0, c["utilization"] - base) / (1 - base) if base < 1 else 0
    hours = 1
    if not c["always_on"] and not pricing.startswith("reserved"):
        hours = min(1, use * c["availability"] * (1 + c["start_overhead"]))
    if pricing == "spot":
        hours /= spot_efficiency
    term = 3 if pricing == "reserved_3y" else 1
    extras = 12 * (c["storage_gb"] * c["storage_usd_gb_month"] + c["egress_gb_month"] * c["egress_usd_gb"])
    yearly = []
    for t, length in enumerate(parts_of_years(c["years"])):
        beyond = (1 - base) * usd_gpu_h * (1 + c["rent_drift"]) ** (t // term * term) * hours
        price = beyond + base * base_usd_gpu_h * (1 + c["rent_drift"]) ** t
        yearly.append(length * (price * HOURS * paid * (1 + c["support_fraction"]) + extras))
    owed = base * base_usd_gpu_h * max(0, 1 - c["years"])
    if pricing.startswith("reserved"):
        owed += (1 - base) * usd_gpu_h * max(0, term - c["years"])
    return Flow(c, 0, yearly, owed * HOURS * paid * (1 + c["support_fraction"]))


class Machines:
    """`segment` of the accelerators, `power` of one, at rest too; `count` of them, `per_node` in a machine."""

    def __init__(self, c, segment, power, at_rest, count, per_node):
        self.count, self.per_node = count, min(per_node, count)
        self.nodes = ceil(count / self.per_node)
        self.segment, self.power = segment, power
        cards = self.per_node * power
        wall = {
            "datacenter": cards * 1.8,  # DGX H100: 10.2 kW for 8 x 700 W
            "cloud_only": cards * 1.8,
            "workstation": (cards + 200) / 0.9,
            "consumer": (cards + 200) / 0.9,
            "cpu": cards * 1.5,
            "apple": cards * 1.1,
            "edge": cards * 1.1,
        }[segment]
        desktop = segment in ("workstation", "consumer")
        card = 0.08 * power if at_rest is None else at_rest
        rest = (self.per_node * card + 40) / 0.9 / wall if desktop else 0.06 if segment in ("apple", "edge") else 0.35
        self.idle = given(c["idle_fraction"], rest)
        self.wall = wall if c["server_kw_max"] == "auto" else c["server_kw_max"] * 1000

    def network(self):
        if self.nodes == 1:
            return 0
        return next(usd for most, usd in ((16, 810), (512, 1882), (1024, 4247), (1e9, 6612)) if self.count <= most)

    def staff(self, location):
        if location in ("home", "office"):
            return 0
        first = min(self.nodes, 4)
        return min(1, self.count / self.nodes / 8) * (0.25 * first + 0.05 * (self.nodes - first)) / self.nodes


def given(value, otherwise):
    return otherwise if value == "auto" else value


def resale(years):
    points = (1, 0.62, 0.42, 0.30, 0.20, 0.12)
    age = min(5, years)
    before = min(4, floor(age))
    return points[before] + (points[before + 1] - points[before]) * (age - before)


def electricity(c, location, grid):
    if c["electricity_included"]:
        return 0
    if c["electricity_usd_kwh"] != "auto":
        return c["electricity_usd_kwh"]
    kinds = {"home": ["residential"], "office": ["commercial"]}.get(location, []) + ["industrial", "commercial"]
    known = [grid[k + "_usd_kwh"] for k in kinds if grid and k + "_usd_kwh" in grid]
    return known[0] if known else PLACES[location][2]


def mean_load(c, machines):
    """Share of the highest draw, in the mean of all machines: spare ones idle."""
    working = machines.idle + (c["load_fraction"] - machines.idle) * c["utilization"] * c["availability"]
    return (machines.nodes * working + c["spare_nodes"] * machines.idle) / (machines.nodes + c["spare_nodes"])


def owning(c, machines, server, grid):
    """Lines in present value by id, and the payments."""
    location, n = c["location"], machines.nodes + c["spare_nodes"]
    pue, _, _, colo = PLACES[location]
    network = given(c["network_usd_per_gpu"], machines.network())
    hardware = n * server + network * machines.count * n / machines.nodes
    kw = n * machines.wall / 1000
    price = electricity(c, location, grid)
    energy = kw * mean_load(c, machines) * HOURS * given(c["pue"], pue) * price
    yearly = {
        "electricity": energy,
        "colocation": kw * given(c["colo_usd_kw_month"], colo) * 12,
        "maintenance": hardware * c["maintenance_fraction"],
        "staff": n * given(c["staff_fte"], machines.staff(location)) * c["staff_usd_year"],
        "software": c["software_usd_year"],
    }
    drift = lambda name, t: (1 + c["electricity_drift"]) ** t if name == "electricity" else 1
    years = parts_of_years(c["years"])
    sold = hardware * given(c["resale_fraction"], resale(c["years"])) * (1 - c["resale_cost_fraction"])
    lines = {"hardware": hardware, "installation": hardware * c["install_fraction"], "facility": c["facility_usd"]}
    start = sum(lines.values())
    for name, usd in yearly.items():
        lines[name] = worth(c["discount_rate"], [(length, length * usd * drift(name, t)) for t, length in enumerate(years)])
    lines["resale"] = -sold * today(c["discount_rate"], c["years"])
    payments = [length * sum(usd * drift(k, t) for k, usd in yearly.items()) for t, length in enumerate(years)]
    return lines, Flow(c, start, payments, -sold)


def hosted(c, input_price, output_price, input_tokens, output_tokens, requests_per_s):
    """Of the tokens of all useful hours; prices are those paid, per million."""
    hour = requests_per_s * 3600 * (input_tokens * input_price + output_tokens * output_price) / 1e6
    return hour * HOURS * c["utilization"] * c["availability"] * years_of(c)


def power_plan(c, machines):
    """Circuits at 0.8 of their rating, heat, supply, racks."""
    out = {"node_max_w": machines.wall, "heat_btu_h": machines.wall * c["load_fraction"] * machines.nodes * 3.412142}
    for name, watts in (("circuits_120v_15a", 120 * 15), ("circuits_230v_16a", 230 * 16)):
        out[name] = ceil(machines.wall / (0.8 * watts) - 1e-9)
    if machines.segment in ("consumer", "workstation"):
        wanted = 1.25 * (machines.per_node * machines.power + 200)
        sizes = [s for s in (450, 550, 650, 750, 850, 1000, 1200, 1600, 2000) if s >= wanted]
        if sizes:
            out["power_supply_w"] = sizes[0]
    elif machines.segment in ("datacenter", "cloud_only", "cpu"):
        by_space = 40 // (8 if machines.per_node > 4 else 4)
        in_rack = max(1, min(by_space, floor(40000 / machines.wall), machines.nodes))
        out["racks"] = ceil(machines.nodes / in_rack)
        out["rack_kw"] = in_rack * machines.wall / 1000
    return out
