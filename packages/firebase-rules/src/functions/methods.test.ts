import { describe, expect, test } from 'vitest';
import { conditionsIn, evaluate } from '../testing.ts';

const TRUE_CONDITIONS = {
  text: String.raw`
    "aBÉ".lower() == "abÉ" && "aé".upper() == "Aé" && "😀".size() == 2 && "\t a\n\u0001".trim() == "a"
    "\u00a0a".trim() == "\u00a0a" && "é".toUtf8() == b"é" && b"\xff\xfe".toBase64() == "__4=" && b"\xab".toHexString() == "AB"
    "a,b,,".split(",") == ["a", "b"] && "".split(",") == [""] && "aa".split("a") == [""] && "ab".split("") == ["", "a", "b"]
    "a.c".replace(".", "x") == "xxx" && "abc".replace("(b)", "$1$1") == "abbc" && "abc".replace("b", "\\$0") == "a$0c"
    "abc".replace("(?P<n>b)", "<\x24{n}>") == "a<b>c" && "abc".replace("(b)", "$10") == "ab0c" && "abc".replace("x*", "-") == "-a-b-c-"
  `,
  lists: `
    [1].concat([2]) == [1, 2] && [1, "a", null, 1.5].join("-") == "1-a-null-1.5" && [1, 2, 1].removeAll([1]) == [2]
    [1, 2].hasAll([]) && ![1].hasAll([1.0]) && ![].hasAny([]) && [1, 1].hasOnly([1, 2]) && [1, 2, 2].size() == 3
  `,
  sets: `
    [1, 1.0].toSet().size() == 1 && [1].toSet() == [1.0].toSet() && 1.0 in [1].toSet() && [1].toSet() != [1]
    [1, 2].toSet().difference([2].toSet()) == [1].toSet() && [1, 2].toSet().intersection([2.0].toSet()) == [2].toSet()
    [1].toSet().union([2].toSet()) == [2, 1].toSet() && [1, 2].toSet().hasAll([1]) && [1].toSet().hasOnly([1, 2]) && [1].toSet().hasAny([1, 5])
  `,
  maps: `
    {"b": 1, "a": 2}.keys() == ["a", "b"] && {"b": 1, "a": 2}.values() == [1, 2] && {"a": null}.get("a", 1) == null
    {"a": {"b": 3}}.get(["a", "b"], 2) == 3 && {"a": 1}.get(["a", "b"], 2) == 2 && {"a": 1}.get("a.b", 2) == 2
    {"a": 1, "b": 2, "c": 3}.diff({"a": 1, "b": 3, "d": 4}).affectedKeys() == ["b", "c", "d"].toSet()
    {"a": 1, "c": 3}.diff({"a": 1, "d": 4}).addedKeys() == ["c"].toSet() && {}.diff({"d": 4}).removedKeys() == ["d"].toSet()
    {"a": [1]}.diff({"a": [1.0]}).unchangedKeys() == ["a"].toSet() && {"a": {"b": 1}}.diff({"a": {"b": 2}}).changedKeys() == ["a"].toSet()
  `,
  time: `
    timestamp.date(2020, 12, 31).dayOfYear() == 366 && timestamp.date(2026, 11, 22).dayOfWeek() == 7 && timestamp.date(99, 1, 1).year() == 99
    timestamp.value(-1500).nanos() == 500000000 && timestamp.value(-1500).seconds() == 58 && timestamp.value(-1500).toMillis() == -1500
    timestamp.value(3661500).date() == timestamp.date(1970, 1, 1) && timestamp.value(3661500).time() == duration.time(1, 1, 1, 500000000)
    timestamp.value("2020-01-01T01:00:00.123456789+01:00").nanos() == 123456789 && timestamp.value("2020-02-30T00:00:00Z") == timestamp.date(2020, 3, 1)
    timestamp.value(2000) - timestamp.value(1000) == duration.value(1, "s") && duration.value(1, "d") + timestamp.value(0) == timestamp.date(1970, 1, 2)
    duration.value(1, "w") == duration.value(168, "h") && duration.value(60, "m") == duration.value(3600000, "ms") && duration.value(1, "ns").nanos() == 1
    duration.value(-1500, "ms").seconds() == -1 && -duration.value(1, "s") == duration.value(-1, "s") && duration.abs(duration.value(-1, "s")).seconds() == 1
  `,
  'numbers, hashes and locations': `
    math.abs(-1) is int && math.ceil(1.2) == 2 && math.floor(-1.2) == -2.0 && math.round(-2.5) == -2 && math.round(2.5) is int
    math.pow(2, -1) == 0.5 && math.sqrt(4) is float && math.isNaN(math.sqrt(-1)) && math.round(1.0 / 0) == 9223372036854775807
    hashing.md5("a").toHexString() == "0CC175B9C0F1B6A831C399E269772661" && hashing.sha256(b"").size() == 32
    hashing.crc32("a").toHexString() == "43BEB7E8" && hashing.crc32c("123456789").toHexString() == "839206E3"
    latlng.value(0, 0).distance(latlng.value(0, 1)) > 111195.08 && latlng.value(0, 0).distance(latlng.value(0, 1)) < 111195.09 && latlng.value(1, 2).latitude() == 1
  `,
  conversions: `
    string(1.0) == "1.0" && string(100000000.0) == "1.0E8" && string(0.0001) == "1.0E-4" && string(-0.0) == "-0.0" && string(/a/b) == "/a/b"
    int("+1") == 1 && int(-1.9) == -1 && int(0.0 / 0) == 0 && int("-9223372036854775808") < 0 && float(" 1e3 ") == 1000.0 && float("1f") == 1.0
    path("/a/{x}").bind({"x": "q"}) == /a/q && path("a/{x=**}").bind({"x": /b/c}) == /a/b/c && path("a%2Fb")[0] == "a/b"
  `,
};

describe.each(Object.entries(TRUE_CONDITIONS))('%s', (_area, conditions) => {
  test.each(conditionsIn(conditions))('%s', (condition) => {
    expect(evaluate(condition)).toBe('true');
  });
});

test.each([
  ['[1].concat([2].toSet()) == []', 'Unsupported operation error. Received: list.concat(set).'],
  ['"a".lower("b") == "a"', 'Incorrect number of arguments. Received: string.lower(string).'],
  ['[[1]].join(",") == ""', 'Unsupported operation error. Received: string(list).'],
  ['duration.value(1, "us") == null', 'Invalid duration unit: us.'],
  ['timestamp.date(2020, 2, 30) == null', 'Date is not valid. year: 2020, month: 2 day: 30.'],
  ['timestamp.value("2020-01-01") == null', 'Timestamp is not valid.'],
  ['latlng.value(91, 0) == null', 'Latitude should be in [-90,90] range'],
  ['int("1.5") == 1', 'Type conversion error. Argument: [1.5], From type: [string], To type: [int].'],
  ['path("a//b") == null', 'Invalid Path Template a//b. Empty segment is not allowed.'],
  ['path("a/{x}").bind({"y": 1}) == null', 'Variable(s) y do not exist in the path template.'],
  ['path("a/{x}")[1] == "x"', 'Variable x is not bound in path template.'],
  ['"abc".replace("b", "$1") == ""', 'Invalid replacement: $1.'],
  ['math.cube(1) == 1', 'Function not found error: Name: [math.cube].'],
])('%s is an error', (condition, error) => {
  expect(evaluate(condition)).toContain(error);
});
