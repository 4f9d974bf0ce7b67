/** A transformation that is invalid, or that this image does not support. */
export class BadTransformation extends Error {
  override name = 'BadTransformation';
}
