/** Most browsers of phones cannot. */
export const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype;

/** Kept until its answer, so that the browser does not drop it. */
let input: HTMLInputElement | undefined;

/** Opens the browser's dialog for a folder, and returns the files of all its levels with their paths. */
export function chooseFolder(onChoose: (files: (File & { path: string })[]) => void): void {
  input = Object.assign(document.createElement('input'), { type: 'file', webkitdirectory: true });
  input.addEventListener('change', () => {
    // Hidden folders are skipped by their path.
    onChoose([...(input?.files ?? [])].map((file) => Object.assign(file, { path: file.webkitRelativePath })));
    input = undefined;
  });
  input.click();
}
