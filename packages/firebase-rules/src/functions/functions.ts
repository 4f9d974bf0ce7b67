/** Global functions, functions of packages such as `math.abs`, and the methods of locations and paths. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { GeoPoint } from '../firestore-values.ts';
import { overload, type Builtins, type Overload } from './builtin.ts';
import { floatToInteger, textToFloat, textToInteger, toText } from '../values/conversions.ts';
import { crc32c } from './crc32c.ts';
import { bindPath, parsePathTemplate } from '../values/paths.ts';
import {
  makeDuration,
  NANOS_PER_SECOND,
  parseTimestamp,
  timestampFromDate,
  timestampFromNanos,
} from '../values/time.ts';
import { EvaluationError, type Duration } from '../values/rules-value.ts';

const NANOS_PER_UNIT: ReadonlyMap<string, bigint> = new Map([
  ['w', 604_800n * NANOS_PER_SECOND],
  ['d', 86_400n * NANOS_PER_SECOND],
  ['h', 3_600n * NANOS_PER_SECOND],
  ['m', 60n * NANOS_PER_SECOND],
  ['s', NANOS_PER_SECOND],
  ['ms', 1_000_000n],
  ['ns', 1n],
]);
const EARTH_RADIUS_METERS = 6_371_009;
const MIN_INTEGER = -(2n ** 63n);

const ofFloat = (calculate: (value: number) => number): readonly Overload[] => [
  overload(['float'], calculate),
];
const ofData = (digest: (data: Uint8Array) => Uint8Array): readonly Overload[] => [
  overload(['bytes'], digest),
  overload(['string'], (text) => digest(Buffer.from(text))),
];
const hash = (algorithm: string) =>
  ofData((data) => Uint8Array.from(createHash(algorithm).update(data).digest()));
/** Little-endian. */
const checksum = (calculate: (data: Uint8Array) => number) =>
  ofData((data) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, calculate(data), true);
    return bytes;
  });

/** By name. `debug` is in evaluate.ts because it accepts any type. */
export const globalFunctions: Builtins = {
  int: [
    overload(['int'], (value) => value),
    overload(['float'], floatToInteger),
    overload(['string'], textToInteger),
  ],
  float: [overload(['float'], (value) => value), overload(['string'], textToFloat)],
  string: (['null', 'bool', 'int', 'float', 'string', 'path'] as const).map((type) =>
    overload([type], toText),
  ),
  path: [overload(['string'], parsePathTemplate)],
};

export const packages: ReadonlyMap<string, Builtins> = new Map<string, Builtins>([
  [
    'math',
    {
      abs: [
        // As in Java, the smallest integer has no positive counterpart and stays as it is.
        overload(['int'], (value) => (value < 0n && value !== MIN_INTEGER ? -value : value)),
        overload(['float'], Math.abs),
      ],
      ceil: ofFloat(Math.ceil),
      floor: ofFloat(Math.floor),
      round: [overload(['float'], (value) => floatToInteger(Math.round(value)))],
      sqrt: ofFloat(Math.sqrt),
      pow: [overload(['float', 'float'], (base, exponent) => base ** exponent)],
      isNaN: [overload(['float'], Number.isNaN)],
    },
  ],
  ['hashing', { md5: hash('md5'), sha256: hash('sha256'), crc32: checksum(crc32), crc32c: checksum(crc32c) }],
  [
    'timestamp',
    {
      date: [overload(['int', 'int', 'int'], timestampFromDate)],
      value: [
        overload(['int'], (milliseconds) => timestampFromNanos(milliseconds * 1_000_000n)),
        overload(['string'], parseTimestamp),
      ],
    },
  ],
  [
    'duration',
    {
      value: [overload(['int', 'string'], durationValue)],
      time: [
        overload(['int', 'int', 'int', 'int'], (hours, minutes, seconds, nanos) =>
          makeDuration((hours * 3_600n + minutes * 60n + seconds) * NANOS_PER_SECOND + nanos),
        ),
      ],
      abs: [overload(['duration'], ({ nanos }) => makeDuration(nanos < 0n ? -nanos : nanos))],
    },
  ],
  ['latlng', { value: [overload(['float', 'float'], makeGeoPoint)] }],
]);

export const locationMethods: Builtins = {
  latitude: [overload(['latlng'], ({ latitude }) => latitude)],
  longitude: [overload(['latlng'], ({ longitude }) => longitude)],
  distance: [overload(['latlng', 'latlng'], measureDistance)],
  bind: [overload(['path', 'map'], bindPath)],
};

function durationValue(amount: bigint, unit: string): Duration {
  const nanos = NANOS_PER_UNIT.get(unit);
  if (nanos === undefined) throw new EvaluationError(`Invalid duration unit: ${unit}.`);
  return makeDuration(amount * nanos);
}

function makeGeoPoint(latitude: number, longitude: number): GeoPoint {
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) {
    throw new EvaluationError(
      `Latitude should be in [-90,90] range and longitude should be in [-180,180] range. latitude: ${toText(latitude)}, longitude: ${toText(longitude)}.`,
    );
  }
  return new GeoPoint(latitude, longitude);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const haversine = (angle: number) => Math.sin(angle / 2) ** 2;

/** In meters, on a sphere. */
function measureDistance(from: GeoPoint, to: GeoPoint): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const chord =
    haversine(b - a) + Math.cos(a) * Math.cos(b) * haversine(radians(to.longitude - from.longitude));
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}
