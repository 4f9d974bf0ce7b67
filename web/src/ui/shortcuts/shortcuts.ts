/** Every keyboard shortcut of the portal, as the sheet lists them. The handlers are in the components they belong to. */
export interface Shortcut {
  /** Alternatives. Keys of one alternative that are pressed together are joined by '+'. */
  keys: readonly string[];
  action: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** `mod` is the key that the platform uses for shortcuts. */
export const listShortcuts = (mod: 'Ctrl' | '⌘'): readonly ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [`${mod}+K`], action: 'Go to a page or a recent batch' },
      { keys: ['?'], action: 'Show keyboard shortcuts' },
      { keys: ['F8'], action: 'Focus the notification' },
      { keys: ['Esc'], action: 'Close a dialog, a menu or a notification' },
    ],
  },
  {
    title: 'Viewer',
    shortcuts: [
      { keys: ['←', '→'], action: 'Previous or next picture; move around when zoomed in' },
      { keys: ['+', '-'], action: 'Zoom in or out' },
      { keys: ['0'], action: 'Fit to window' },
      { keys: ['S'], action: 'Add or remove a star' },
      { keys: ['P'], action: 'Star and go to the next picture' },
      { keys: ['X'], action: 'Mark for deletion in the Library and go to the next picture' },
      { keys: ['U'], action: 'Remove the star and the mark' },
      { keys: ['C'], action: 'Compare with the original' },
      { keys: ['D'], action: 'Download' },
      { keys: ['I'], action: 'Show or hide details' },
      { keys: ['F'], action: 'Full screen' },
    ],
  },
  {
    title: 'Library',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], action: 'Move between pictures' },
      { keys: ['Home', 'End'], action: 'First or last picture' },
      { keys: ['Space'], action: 'Select or deselect' },
      { keys: ['Shift+←', 'Shift+→', 'Shift+↑', 'Shift+↓'], action: 'Select a range' },
      { keys: [`${mod}+A`], action: 'Select all' },
      { keys: ['Esc'], action: 'Close the stack; clear the selection' },
      { keys: ['Enter'], action: 'Open in the viewer; open a stack' },
      { keys: ['S'], action: 'Add or remove a star' },
      { keys: ['C'], action: 'Compare 2 to 4 pictures, or a stack' },
    ],
  },
  {
    title: 'Comparison',
    shortcuts: [
      { keys: ['1', '2', '3', '4'], action: 'Keep this picture' },
      { keys: ['←', '→', '↑', '↓'], action: 'Move around when zoomed in' },
      { keys: ['+', '-'], action: 'Zoom in or out' },
      { keys: ['0'], action: 'Fit to window' },
      { keys: ['F'], action: 'Full screen' },
    ],
  },
  {
    title: 'Job viewer',
    shortcuts: [
      { keys: ['Space'], action: 'Choose or leave out' },
      { keys: ['P'], action: 'Choose and go to the next picture' },
      { keys: ['X'], action: 'Leave out and go to the next picture' },
    ],
  },
];

/** Whether a key press is text for the element rather than a shortcut. */
export const isTyping = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true]',
  ) !== null;
