import { expect, test } from 'vitest';
import { frameMessage, FrameReader } from './framing.ts';

const messages = ['', 'a', 'some text', 'x'.repeat(1000), '', 'the end'].map((text) => Buffer.from(text));
const bytes = Buffer.concat(messages.map(frameMessage));

test.each([1, 2, 3, 4, 5, 6, 7, 64, 1005, bytes.length])(
  'messages are whole again from chunks of %d bytes',
  (size) => {
    const frames = new FrameReader();
    const read: string[] = [];
    for (let start = 0; start < bytes.length; start += size) {
      for (const message of frames.read(bytes.subarray(start, start + size)))
        read.push(Buffer.from(message).toString());
    }
    expect(read).toEqual(messages.map(String));
    expect(frames.isMidMessage).toBe(false);
  },
);

test('a message is complete only with its last byte', () => {
  const frames = new FrameReader();
  expect(frames.read(frameMessage(Buffer.from('abc')).subarray(0, 7))).toEqual([]);
  expect(frames.isMidMessage).toBe(true);
});
