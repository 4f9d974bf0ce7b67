const REVERSED_POLYNOMIAL = 0x82f63b78;

/** CRC-32 with the Castagnoli polynomial, as in Cloud Storage. */
export function crc32c(data: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of data) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++)
      remainder = (remainder >>> 1) ^ (remainder & 1 ? REVERSED_POLYNOMIAL : 0);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
