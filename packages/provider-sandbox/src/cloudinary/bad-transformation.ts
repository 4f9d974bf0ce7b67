/** Says which part of a transformation makes no sense, or what it cannot be done to. */
export class BadTransformation extends Error {
  override name = 'BadTransformation';
}
