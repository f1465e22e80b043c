import { fileExtensions, maxFiles } from '../../rules.ts'

export interface NamedFile {
  name: string
  file: File
}

const isReadable = ({ name }: File) => fileExtensions.some((extension) => name.toLowerCase().endsWith(extension))

/** What a system keeps beside the files of people; a name that only begins with a dot may be a person's own. */
const isOfSystem = (name: string) => /^(?:\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|__MACOSX)$/i.test(name)

/** A chosen folder gives its files with their paths in it. */
const isBesideFiles = ({ name, webkitRelativePath }: File) => [...webkitRelativePath.split('/'), name].some(isOfSystem)

/** Files of a choice; of a folder, only those of a type that is read. */
export function chosenFiles(list: FileList | null, isFolder = false): NamedFile[] {
  const files = [...(list ?? [])].filter((file) => !isBesideFiles(file) && (!isFolder || isReadable(file)))
  return files.map((file) => ({ name: file.name, file }))
}

/** Files of a drop, also those of its folders. */
export async function droppedFiles(data: DataTransfer): Promise<NamedFile[]> {
  // both are gone after the event, so they are read before the first await
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files = [...data.files]
  if (!entries.some(({ isDirectory }) => isDirectory))
    return files.filter((file) => !isOfSystem(file.name)).map((file) => ({ name: file.name, file }))
  const found: NamedFile[] = []
  for (const entry of entries) await addFiles(entry, found, !entry.isDirectory)
  return found
}

async function addFiles(entry: FileSystemEntry, found: NamedFile[], isChosen: boolean): Promise<void> {
  if (found.length > maxFiles) return
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    if (!isOfSystem(file.name) && (isChosen || isReadable(file))) found.push({ name: file.name, file })
    return
  }
  if (!isDirectoryEntry(entry) || isOfSystem(entry.name)) return
  const reader = entry.createReader()
  // a reader returns some entries at a time, and none at the end
  for (let entries = await readSome(reader); entries.length > 0; entries = await readSome(reader))
    for (const each of entries) await addFiles(each, found, false)
}

const readSome = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
