/** The images among what was pasted. */
export const pastedFiles = (data: { readonly files: ArrayLike<File> } | null): File[] =>
  Array.from(data?.files ?? []).filter(isImage)

type Dropped = { kind: string; getFile?: () => Promise<File> }

/** The files among what was dropped: texts and folders are none. */
export const droppedFiles = (items: readonly Dropped[]): Promise<File[]> =>
  Promise.all(items.flatMap(item => (item.kind === 'file' ? (item.getFile?.() ?? []) : [])))

const isImage = ({ type }: File) => type.startsWith('image/')
