/** Addresses of a generated picture, from the URL that the history has, which ends in the item's index. */
export const makePicturePath = (url: string) => ({
  index: Number(url.slice(url.lastIndexOf('/') + 1)),
  full: url,
  thumbnail: `${url}/thumbnail`,
});
