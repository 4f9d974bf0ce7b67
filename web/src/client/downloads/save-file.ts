/** Saves a file to the user's disk. */
export interface SaveFile {
  blob: (bytes: Blob, fileName: string) => void;
  /** The URL must respond with an attachment, so that the browser stays on the page. */
  url: (url: string) => void;
}

export const saveFile: SaveFile = {
  blob: (bytes, fileName) => {
    const url = URL.createObjectURL(bytes);
    clickLink(url, fileName);
    // The browser has to start the download first.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  },
  url: (url) => clickLink(url, ''),
};

function clickLink(href: string, fileName: string): void {
  const link = Object.assign(document.createElement('a'), { href, download: fileName, rel: 'noopener' });
  document.body.append(link);
  link.click();
  link.remove();
}
