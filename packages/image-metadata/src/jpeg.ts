/** JPEG: segments up to the scan. What follows is copied as it is. */
import { ensure, type Container } from './container.ts';

const SOI = 0xffd8;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP11 = 0xeb;
const APP13 = 0xed;
const SOS = 0xda;
/** A segment's length is a 16-bit number that counts itself. */
const MAX_PAYLOAD = 0xffff - 2;

const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0');
const PHOTOSHOP = Buffer.from('Photoshop 3.0\0');
const EXIF = Buffer.from('Exif\0\0');
/** Offsets in it are relative to itself, so nothing behind it may change its length. */
const MULTI_PICTURE = Buffer.from('MPF\0');
/** A JUMBF box, as C2PA uses it. */
const JUMBF = Buffer.from('JP');

interface Segment {
  marker: number;
  /** With marker and length. */
  bytes: Buffer;
  payload: Buffer;
}

export const isJpeg = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt16BE(0) === SOI;

export function readJpeg(bytes: Buffer): Container {
  const { segments, rest } = split(bytes);
  const isXmp = (segment: Segment) => startsWith(segment, APP1, XMP);
  const isPhotoshop = (segment: Segment) => startsWith(segment, APP13, PHOTOSHOP);
  const isManifest = (segment: Segment) => startsWith(segment, APP11, JUMBF);
  const packets = segments.filter(isXmp);
  ensure(packets.length <= 1, 'It has several XMP packets.');
  const photoshop = segments.filter(isPhotoshop);
  return {
    xmp: packets[0]?.payload.toString('utf8', XMP.length),
    resources:
      photoshop.length === 0
        ? undefined
        : Buffer.concat(photoshop.map(({ payload }) => payload.subarray(PHOTOSHOP.length))),
    manifest: segments.some(isManifest)
      ? Buffer.concat(segments.filter(isManifest).map(({ payload }) => payload))
      : undefined,
    write({ xmp, resources }) {
      const isReplaced = (segment: Segment) =>
        isManifest(segment) ||
        (xmp !== undefined && isXmp(segment)) ||
        (resources !== undefined && isPhotoshop(segment));
      const pictures = segments.findIndex((segment) => startsWith(segment, APP2, MULTI_PICTURE));
      ensure(
        pictures === -1 || !segments.slice(pictures).some(isReplaced),
        'Metadata behind a list of pictures cannot be changed.',
      );
      const added = [
        ...(xmp === undefined ? [] : [makeSegment(APP1, Buffer.concat([XMP, Buffer.from(xmp)]))]),
        ...(resources === undefined ? [] : splitResources(resources)),
      ];
      const kept = segments.filter((segment) => !isReplaced(segment));
      const start = kept.findIndex(({ marker, payload }) => !isFirst(marker, payload));
      const place = start === -1 ? kept.length : start;
      return Buffer.concat([
        bytes.subarray(0, 2),
        ...kept.slice(0, place).map((segment) => segment.bytes),
        ...added,
        ...kept.slice(place).map((segment) => segment.bytes),
        rest,
      ]);
    },
  };
}

/** JFIF and Exif are expected before everything else. */
const isFirst = (marker: number, payload: Buffer): boolean =>
  marker === APP0 || (marker === APP1 && payload.subarray(0, EXIF.length).equals(EXIF));

const startsWith = (segment: Segment, marker: number, prefix: Buffer): boolean =>
  segment.marker === marker && segment.payload.subarray(0, prefix.length).equals(prefix);

function split(bytes: Buffer): { segments: Segment[]; rest: Buffer } {
  const segments: Segment[] = [];
  let position = 2;
  for (;;) {
    ensure(bytes[position] === 0xff, 'A segment has no marker.');
    const start = position;
    // Any number of fill bytes may precede a marker.
    while (bytes[position] === 0xff) position += 1;
    const marker = bytes[position] ?? 0;
    position += 1;
    if (marker === SOS) return { segments, rest: bytes.subarray(start) };
    ensure(marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9), 'A marker has no place before the scan.');
    ensure(position + 2 <= bytes.length, 'A segment is cut.');
    const length = bytes.readUInt16BE(position);
    ensure(length >= 2 && position + length <= bytes.length, 'A segment is cut.');
    segments.push({
      marker,
      bytes: bytes.subarray(start, position + length),
      payload: bytes.subarray(position + 2, position + length),
    });
    position += length;
  }
}

function makeSegment(marker: number, payload: Buffer): Buffer {
  ensure(payload.length <= MAX_PAYLOAD, 'The metadata is too long for a segment.');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** Readers join them again. */
function splitResources(resources: Buffer): Buffer[] {
  const size = MAX_PAYLOAD - PHOTOSHOP.length;
  return Array.from({ length: Math.ceil(resources.length / size) }, (_, index) =>
    makeSegment(APP13, Buffer.concat([PHOTOSHOP, resources.subarray(index * size, (index + 1) * size)])),
  );
}
