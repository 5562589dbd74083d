#!/usr/bin/python3
"""Fits how prices of hardware move, by market, to the dated quotes of the catalog.

    tools/fit/purchase.py [--dry-run]

catalog/calibration/purchase.json says which devices and kinds of price a market has; this writes its numbers. A market's
index is a straight line in the logarithm of the price, with a level of each device at each size of memory. It is kept
where at least five devices tell it and it takes a tenth or more off the median error of leaving prices as they are.
Errors are those of whole devices left out: each earlier quote of one, moved to each that is a month or more later. Prices
of which only the year is known are left out. `sold_years` is how old the oldest device of the market's segments was that
has a price in shops or on its maker's list which is not stale on the catalog's day.
"""
import argparse
import datetime
import json
import math
import os
import statistics
from collections import defaultdict

from places import CALIBRATION, CATALOG, read_json
from whole import write_whole

OUT = os.path.join(CALIBRATION, 'purchase.json')
FEWEST_DEVICES = 5
LEAST_GAIN = 0.1
STALE_DAYS = 180  # as in engine/base/dates.h
DAYS_PER_MONTH = 365.25 / 12
FITTED = ('monthly', 'from', 'until', 'devices', 'quotes', 'median', 'p90', 'as_they_are', 'by_month', 'sold_years', 'day')


def day_of(date):
    """The first day of a date, which may be partial."""
    return datetime.date.fromisoformat(date + '0000-01-01'[len(date):]).toordinal()


def month_of(date):
    return day_of(date) / DAYS_PER_MONTH


def meets(market, device, price):
    kind_of = {'segments': device.get('segment', 'datacenter'), 'form_factors': device.get('form_factor', '')}
    begins = any(device.get('memory_type', '').startswith(b) for b in market.get('memory_types', ['']))
    return begins and price.get('kind') in market['kinds'] and all(v in market.get(k, [v]) for k, v in kind_of.items())


def belongs(market, device, price, catalog):
    """Whether the market is the first whose conditions they meet."""
    return market is next((m for m in catalog['markets'] if meets(m, device, price)), None)


def quotes_of(market, catalog):
    """{(device, memory): [(month, ln(price), date)]} of what has two quotes or more of different months."""
    devices = {device['id']: device for device in catalog['accelerators']}
    quotes = defaultdict(list)
    for price in catalog['prices']:
        device = devices.get(price['of'])
        if device and len(price['priced']) > 4 and belongs(market, device, price, catalog):
            quotes[price['of'], price.get('memory_gb')].append((month_of(price['priced']), math.log(price['usd']), price['priced']))
    return {thing: sorted(of) for thing, of in quotes.items() if len({date[:7] for _, _, date in of}) > 1}


def line(quotes):
    """A straight line with a level of each device: its rise in a month; nothing moves outside of its quotes."""
    above = below = 0
    for of in quotes.values():
        mean = statistics.fmean(month for month, _, _ in of)
        above += sum((month - mean) * value for month, value, _ in of)
        below += sum((month - mean) ** 2 for month, _, _ in of)
    months = [month for of in quotes.values() for month, _, _ in of]
    return above / below, min(months), max(months)


def by_line(quotes):
    rise, first, last = line(quotes)
    return lambda month, _: rise * min(max(month, first), last)


def by_month(quotes):
    """A level of each device and of each month, by least squares; between months a straight line."""
    levels = {date[:7]: 0.0 for of in quotes.values() for _, _, date in of}
    for _ in range(400):
        own = {thing: statistics.fmean(value - levels[date[:7]] for _, value, date in of) for thing, of in quotes.items()}
        for month in levels:
            levels[month] = statistics.fmean(v - own[thing] for thing, of in quotes.items() for _, v, d in of if d[:7] == month)
    known = sorted((month_of(month), level) for month, level in levels.items())

    def level_at(_, date):
        at = month_of(date[:7])
        before, after = [k for k in known if k[0] <= at], [k for k in known if k[0] >= at]
        (x, a), (y, b) = (before or after[:1])[-1], (after or before[-1:])[0]
        return a + (b - a) * (at - x) / (y - x) if y > x else a
    return level_at


def errors(quotes, form):
    """Relative errors of earlier quotes that are moved to later ones, of each device by an index of the others."""
    out = []
    for device in {device for device, _ in quotes}:
        others = {thing: of for thing, of in quotes.items() if thing[0] != device}
        index = form(others) if others else lambda month, date: 0
        for of in (of for thing, of in quotes.items() if thing[0] == device):
            out += [abs(math.expm1(a + index(later, on) - index(month, date) - b))
                    for month, a, date in of for later, b, on in of if later - month >= 1]
    return out


def told(found):
    """[median, 90th percentile]"""
    found = sorted(found)
    return [round(statistics.median(found), 3), round(found[math.ceil(0.9 * len(found)) - 1], 3)] if found else None


def sold_years(market, catalog):
    """None where no price of one that is new is fresh."""
    devices = {device['id']: device for device in catalog['accelerators']}
    segments = {d.get('segment', 'datacenter') for p in catalog['prices']
                if (d := devices.get(p['of'])) and belongs(market, d, p, catalog)}
    new = [p for p in catalog['prices'] if p.get('kind') in ('new', 'list') and p['of'] in devices]
    ages = [day_of(p['priced']) - day_of(devices[p['of']]['release']) for p in new
            if devices[p['of']].get('segment', 'datacenter') in segments and devices[p['of']].get('release')
            and day_of(catalog['date']) - day_of(p['priced']) <= STALE_DAYS]
    return math.ceil(max(ages) / 36.525) / 10 if ages else None


def fitted(market, catalog):
    """The market's record with new numbers."""
    quotes = quotes_of(market, catalog)
    of_line, as_they_are, of_months = (told(errors(quotes, form)) for form in (by_line, lambda _: lambda *_: 0, by_month))
    count = len({device for device, _ in quotes})
    print(f"{market['id']}: {count} devices, {sum(map(len, quotes.values()))} quotes; [median, p90] of devices left out: "
          f"line {of_line}, as they are {as_they_are}, by month {of_months}")
    out = {key: value for key, value in market.items() if key not in FITTED}
    out.update(devices=count, quotes=sum(map(len, quotes.values())))
    if count >= FEWEST_DEVICES and of_line[0] < (1 - LEAST_GAIN) * as_they_are[0]:
        dates = [date for of in quotes.values() for _, _, date in of]
        out['monthly'] = round(line(quotes)[0], 4)
        out['from'], out['until'] = min(dates), max(dates)
        out['median'], out['p90'] = of_line
        out['as_they_are'], out['by_month'] = as_they_are, of_months
    if 'used' not in market['kinds'] and (years := sold_years(market, catalog)):
        out['sold_years'] = years
    return {**out, 'day': catalog['date']}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--dry-run', action='store_true', help='writes nothing')
    options = parser.parse_args()
    catalog = read_json(CATALOG)
    catalog['accelerators'] = [{key: fact.get('value') if isinstance(fact, dict) else fact for key, fact in device.items()}
                               for device in catalog['accelerators']]
    catalog['markets'] = read_json(OUT)['purchase']
    markets = [fitted(market, catalog) for market in catalog['markets']]
    if not options.dry_run:
        lines = ',\n'.join('    ' + json.dumps(market) for market in markets)
        write_whole(OUT, f'{{\n  "purchase": [\n{lines}\n  ]\n}}\n')


if __name__ == '__main__':
    main()
