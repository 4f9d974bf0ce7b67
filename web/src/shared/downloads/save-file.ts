/** How a file gets from the page to the person's disk. */
export interface SaveFile {
  blob: (bytes: Blob, fileName: string) => void;
  /** An address that answers with an attachment: the page stays. */
  address: (url: string) => void;
}

export const saveFile: SaveFile = {
  blob: (bytes, fileName) => {
    const url = URL.createObjectURL(bytes);
    follow(url, fileName);
    // The browser has to begin with it first.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  },
  address: (url) => follow(url, ''),
};

function follow(href: string, fileName: string): void {
  const link = Object.assign(document.createElement('a'), { href, download: fileName, rel: 'noopener' });
  document.body.append(link);
  link.click();
  link.remove();
}
