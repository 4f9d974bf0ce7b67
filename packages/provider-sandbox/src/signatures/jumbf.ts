/** JUMBF boxes (ISO 19566-5), as C2PA uses them. */

/** The end of every type's UUID. */
const UUID_END = Buffer.from('00110010800000aa00389b71', 'hex');
/** Requestable, with a label. */
const TOGGLES = 3;

export function makeBox(type: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + payload.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, payload]);
}

/** A box of boxes, described by a type of four letters and a label. */
export function makeSuperbox(type: string, label: string, boxes: readonly Buffer[]): Buffer {
  const description = Buffer.concat([
    Buffer.from(type, 'latin1'),
    UUID_END,
    Buffer.from([TOGGLES]),
    Buffer.from(`${label}\0`),
  ]);
  return makeBox('jumb', Buffer.concat([makeBox('jumd', description), ...boxes]));
}
