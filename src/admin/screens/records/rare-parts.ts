/** What most visits to a list open nothing of. */

export { Images } from '../images/images.tsx'
export { TermTree } from '../terms/term-tree.tsx'
export { ChangeWindow } from './change-window.tsx'
export { MergeWindow } from './merge.tsx'
export { QuickEdit } from './quick-edit.tsx'
