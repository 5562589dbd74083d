// The page's own small rules, without a browser.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counted, dollars, energy, fieldText, gibibytes, gigabytes, percent, power, range, readNumber, seconds, short, unitOf } from '../../web/src/format.js';
import { withUnit } from '../../web/src/format_more.js';
import { saidOf } from '../../web/src/words.js';
import { movedIn } from '../../web/src/origin.js';
import { openCatalog } from '../../web/src/catalog.js';
import { openLists } from '../../web/src/lists.js';
import { get, set } from '../../web/src/pointer.js';
import { search } from '../../web/src/search.js';
import { binary, decimal, nearest } from '../../web/src/stops.js';
import { placeInRow } from '../../web/src/charts/labels.js';
import { roofline } from '../../web/src/charts/roofline.js';

const plain = (text) => text.replaceAll('\u00a0', ' ');

describe('Format', () => {
  test('TimesAreSaidInTheUnitPeopleUse', () => {
    assert.deepEqual([0.0008, 0.0241, 0.412, 5.25, 600, 9000, 3.43e6].map(seconds).map(plain),
      ['800 µs', '24 ms', '410 ms', '5.3 s', '10 min', '2.5 hours', '40 days']);
  });
  test('MoneyKeepsTheDigitsItDeserves', () => {
    assert.deepEqual([12, 0.174, 0.0123, 440, 30140, 999999, 1.234e7, -18000].map(dollars), ['$12.00', '$0.17', '$0.012', '$440', '$30,100', '$1M', '$12.3M', '−$18,000']);
  });
  test('PowerIsSaidInTheUnitThatLeavesFewDigits', () => {
    assert.deepEqual([88, 4032, 64_500, 101e6].map(power).map(plain), ['88 W', '4.03 kW', '64.5 kW', '101 MW']);
  });
  test('ABillionTimesAFewDigitsIsRoundedAsTheyAre', () => {
    assert.deepEqual([70.55, 8.03, 671.05, 1.005].map((b) => short(b * 1e9)), ['70.6B', '8.03B', '671B', '1.01B']); // 70.55 × 1e9 is 70549999999.99999
  });
  test('CountedBytesKeepOneDecimal', () => {
    assert.deepEqual([35.26, 0.012, 1341.7].map(gigabytes).map(plain), ['35.3 GB', '0.012 GB', '1,342 GB']);
  });
  test('MemoryIsInTheUnitInWhichACardOf80HasThem', () => {
    assert.deepEqual([85.89934592, 85.52081, 0, 0.0123, -3.12, 7305.4].map(gibibytes).map(plain), ['80.0 GB', '79.6 GB', '0.0 GB', '0.011 GB', '−2.9 GB', '6,804 GB']);
    assert.equal(plain(withUnit(85.52080998, 'GB')), '79.6 GB (85.5 × 10⁹ bytes)');
  });
  test('ARangeSaysItsUnitOnce', () => {
    assert.equal(plain(range(0.31, 0.52, seconds)), '310 to 520 ms');
    assert.equal(plain(range(0.8, 1.2, seconds)), '800 ms to 1.2 s');
    assert.equal(percent(0.407), '41%');
  });
  test('TypedNumbersAreReadAsPeopleWriteThem', () => {
    assert.deepEqual(['7,680', '8k', '1.4T', ' 32 ', '', '1e6'].map((t) => readNumber(t, false)), [7680, 8000, 1.4e12, 32, undefined, 1e6]);
    assert.equal(readNumber('60 %', true), 0.6);
    assert.equal(readNumber('many', false), 'many');
    assert.equal(readNumber('$2.125', false), 2.125);
    assert.deepEqual(['0.', '12.', '.5', '-'].map((t) => readNumber(t, false)), [0, 12, 0.5, '-']);
  });
  test('AThousandThatMayBeAFractionIsNotRead', () => {
    for (const text of ['1.000', '10.000', '0,5', '1,50']) assert.equal(readNumber(text, false), text);
    assert.equal(readNumber('7.680', false, true), '7.680');
    assert.deepEqual(['7.680', '1,00,000', '0.125', '1,024'].map((t) => readNumber(t, false)), [7.68, 100000, 0.125, 1024]);
  });
  test('AFieldShowsWhatCanBeReadAgain', () => {
    assert.deepEqual([1.4e12, 7680, 1e7, 1_048_576, 1234567890, 1e40].map((x) => fieldText(x, false)), ['1.4T', '7,680', '10M', '1,048,576', '1,234,567,890', '1e+40']);
    assert.equal(readNumber('1e+40', false), 1e40);
  });
});

describe('Units', () => {
  test('OneIsSingular', () => {
    assert.deepEqual([counted(1, 'users'), counted(2, 'users'), counted(1, 'sequences'), counted(1250, 'tokens')].map(plain),
      ['1 user', '2 users', '1 sequence', '1,250 tokens']);
    assert.deepEqual(['people', 'GPU-hours', 'ms', 's', '$/h'].map((unit) => unitOf(1, unit)), ['person', 'GPU-hour', 'ms', 's', '$/h']);
  });
});

describe('Energy', () => {
  test('IsCountedInTheUnitThatLeavesFewDigits', () => {
    assert.deepEqual([0.00023, 0.0064, 0.1, 1.1, 32_100, 21.4e6].map(energy).map(plain), ['0.23 Wh', '6.4 Wh', '0.1 kWh', '1.1 kWh', '32.1 MWh', '21.4 GWh']);
  });
});

describe('Device', () => {
  test('StandsWhereAGpuWasWritten', () => {
    assert.equal(saidOf('Sequences per GPU', { device: 'TPU' }), 'Sequences per TPU');
    assert.equal(saidOf('GPU-hours', { device: 'accelerator' }), 'accelerator-hours');
  });
});

describe('Pointer', () => {
  test('SettingCopiesAndRemovingLeavesNoEmptyParents', () => {
    const before = { serve: { input_tokens: 1 } };
    const after = set(before, '/serve/input_tokens', undefined);
    assert.deepEqual(after, {});
    assert.equal(get(before, '/serve/input_tokens'), 1);
    assert.equal(get(set(before, '/a/b/c', 2), '/a/b/c'), 2);
    assert.equal(get(before, '/model/params_b'), undefined);
  });
});

describe('Origin', () => {
  const defaults = { '/model': 'a', '/parallel/tensor': 'auto' };
  const moved = (scenario, at) => movedIn(scenario, (pointer) => defaults[pointer])({ at });
  test('WhatIsLeftOutOrGivenAsTheEngineWouldTakeItIsNotMoved', () => {
    assert.deepEqual([moved({}, '/model'), moved({ model: 'a' }, '/model'), moved({ model: 'b' }, '/model')], [false, false, true]);
  });
  test('AChosenFieldIsMovedWhenItIsPinnedToANumber', () => {
    assert.deepEqual([moved({ parallel: { tensor: 4 } }, '/parallel/tensor'), moved({ parallel: { tensor: 'auto' } }, '/parallel/tensor')], [true, false]);
  });
  test('WithoutADefaultAnythingGivenIs', () => {
    assert.equal(moved({ serve: { concurrency: 32 } }, '/serve/concurrency'), true);
  });
});

describe('Search', () => {
  const entry = (name, group, refused) => ({ id: name.toLowerCase().replaceAll(' ', '-'), name, group, detail: '', also: [], refused });
  const entries = [entry('Llama 3.1 405B', 'llama'), entry('Llama 3.1 70B', 'llama'), entry('Qwen3 32B', 'qwen'), entry('Llama Guard', 'guard', 'not estimated yet')];
  test('TheExactNameComesFirst', () => {
    assert.equal(search(entries, 'llama3.1 70b')[0].name, 'Llama 3.1 70B');
    assert.equal(search(entries, '70b')[0].name, 'Llama 3.1 70B');
  });
  test('OfWhatMatchesAlikeTheLargestOfTheMakersThatStillMakeItIsFirstAsListed', () => {
    const of = (name, group, year) => ({ ...entry(name, group), release: `${year}-01` });
    const listed = [of('Apertus 70B', 'apertus', 2025), of('Llama 3.3 70B', 'llama', 2024), of('Llama 3.1 70B', 'llama', 2024), of('Llama 3.2 1B', 'llama', 2024),
      of('gpt-oss', 'gpt-oss', 2025), of('GPT-2 large', 'gpt-2', 2019), of('GPT-2 small', 'gpt-2', 2019)];
    const found = (query) => search(listed, query).map((e) => e.name);
    assert.deepEqual(found('70b'), ['Llama 3.3 70B', 'Llama 3.1 70B', 'Apertus 70B']);
    assert.deepEqual(found('gpt'), ['gpt-oss', 'GPT-2 large', 'GPT-2 small']);
  });
  test('AWholeWordIsBeforeTheBeginningOfALongerOneAndACardBeforeItsVariants', () => {
    const found = (names, query) => search(names.map((name) => entry(name, name)), query).map((e) => e.name);
    assert.deepEqual(found(['Huawei Ascend 910B', 'H200 SXM'], 'h'), ['H200 SXM', 'Huawei Ascend 910B']);
    assert.deepEqual(found(['RX 9070 XT 16GB', 'RX 9070 16GB'], 'rx 9070'), ['RX 9070 16GB', 'RX 9070 XT 16GB']);
    assert.deepEqual(found(['R1-Distill-Qwen-32B', 'Qwen3 32B'], 'qwen 32b'), ['Qwen3 32B', 'R1-Distill-Qwen-32B']);
  });
  test('WhatCannotBeChosenComesLast', () => {
    assert.equal(search(entries, 'llama').at(-1).name, 'Llama Guard');
  });
  test('ANumberIsNotFoundInsideALongerOne', () => {
    const models = [entry('GPT-3 175B', 'gpt'), entry('Qwen3.5 9B', 'qwen'), entry('Llama 3.1 70B', 'llama')];
    const found = (query) => search(models, query).map((e) => e.name);
    for (const query of ['gpt-5', '5', '75b', '0b', 'gpt 31']) assert.deepEqual(found(query), [], query);
    assert.deepEqual(found('gpt 17'), ['GPT-3 175B']); // it may go on
    assert.deepEqual(found('lama'), ['Llama 3.1 70B']);
    assert.deepEqual(found('llama3.1-70b'), ['Llama 3.1 70B']);
    assert.deepEqual(found('70b llama'), ['Llama 3.1 70B']);
    assert.deepEqual(found('a 3'), []); // few letters begin a word
  });
  test('NothingTypedGivesEverything', () => {
    assert.equal(search(entries, ' ').length, entries.length);
  });
});

describe('Stops', () => {
  test('AreAscendingAndKeepBothEnds', () => {
    for (const stops of [binary(16, 1048576), decimal(1e5, 1e14), binary(0, 65536)]) {
      assert.ok(stops.every((stop, i) => i === 0 || stop > stops[i - 1]));
    }
    assert.equal(binary(1, 4096)[0], 1);
    assert.equal(binary(1, 4096).at(-1), 4096);
    assert.equal(binary(1, 64)[nearest(binary(1, 64), 7)], 6);
  });
});

describe('Labels', () => {
  test('NeverOverlapAndStayInside', () => {
    const labels = [{ at: 0, width: 60 }, { at: 10, width: 60 }, { at: 280, width: 60 }];
    assert.deepEqual(placeInRow(labels, 300), [0, 76, 240]);
    assert.equal(placeInRow(labels, 200), undefined);
  });
});

describe('The roofline', () => {
  // 165.2 TFLOP/s over 1,008 GB/s: a ridge at 163.9 FLOP per byte.
  const drawn = (peak) => roofline({
    device: 'GPU',
    speed: { bottleneck: { ridge: 163.9 }, roofline: { peak_tflops: peak, bandwidth_gb_s: 1008, points: [] } },
  });

  test('IsThePublishedPeakWithoutANote', () => {
    const picture = drawn(165.2);
    assert.equal(picture.note, undefined);
    assert.deepEqual(picture.lines[0].points[1].map(Math.round), [164, 165]);
  });
  test('IsDrawnAtWhatWasFittedAndSaysSo', () => {
    // 1.25 of it: the line of the bandwidth goes on to 206.5 TFLOP/s, which it meets at 204.9 FLOP per byte.
    const picture = drawn(206.5);
    assert.deepEqual(picture.lines[0].points.slice(1).map(([x, y]) => [Math.round(x), y]), [[205, 206.5], [4097, 206.5]]);
    assert.match(picture.note, /^Drawn at 207.TFLOP\/s, .* vendor publishes 165.TFLOP\/s\.$/);
  });
});

describe('Lists', () => {
  const device = { id: 'apple-m4-pro', name: 'Apple M4 Pro (20-core GPU)', vendor: 'Apple', architecture: 'Apple GPU', form_factor: 'soc', memory_gb: 64, bandwidth_gb_s: 273 };
  const named = { 'Mac mini M4 Pro 48GB': { accelerator: 'apple-m4-pro', memory_gb: 48 } };
  const engine = {
    catalog: (kind) => (kind === 'accelerators' ? [device] : []),
    estimate: () => ({ ok: false, errors: [] }),
    decodeUrl: (url) => ({ ok: true, scenario: { hardware: named[decodeURIComponent(url.split('accelerator=')[1])] ?? { accelerator: decodeURIComponent(url.split('accelerator=')[1]) } } }),
  };
  const catalog = openCatalog(engine, () => []);
  const lists = openLists(engine, catalog);
  test('ADeviceIsFoundByANameThatSaysItsMemory', () => {
    const [found, ...others] = lists.hardware('Mac mini M4 Pro 48GB');
    assert.equal(others.length, 0);
    assert.equal(found.id, 'apple-m4-pro 48GB');
    assert.match(plain(found.detail), /^48 GB/);
    assert.deepEqual(lists.hardware('RTX 6090 24GB'), []);
    assert.deepEqual(lists.hardware('m4 pro').map((entry) => entry.id), ['apple-m4-pro']);
  });
  test('ItsMemoryIsChosenWithIt', () => {
    const { '/hardware/accelerator': id, '/hardware/memory_gb': memory } = lists.hardwareChoice('apple-m4-pro 48GB');
    assert.deepEqual([id, memory], ['apple-m4-pro', 48]);
    assert.equal(lists.hardwareChoice('apple-m4-pro')['/hardware/memory_gb'], undefined);
    assert.equal(catalog.accelerator('apple-m4-pro 48GB').memory_gb, 48);
    assert.equal(catalog.accelerator('no-device 48GB'), undefined);
  });
});
