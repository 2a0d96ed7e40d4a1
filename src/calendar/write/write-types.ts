import type { Linked } from '../../define/links.ts'
import type { Links, Row, StoredRecord, TextChange } from '../../define/record.ts'
import type { TextDraft, WriteValues } from '../../define/resource.ts'
import {
  type Audience,
  type Focus,
  isWritten,
  type ResourceName,
  type resources,
  type WrittenName,
} from '../../resources/index.ts'
import type { Transaction } from '../../store/index.ts'
import type { Context, NewImage, WriteCaller } from '../base/context.ts'

type Resources = typeof resources
type Drafts = { [K in ResourceName]: WriteValues<Resources[K]> }

export type { NewImage, WrittenName }
/** The kind of a record that can be written and has versions. */
export function writtenKind({ kind }: Pick<StoredRecord, 'kind'>): WrittenName {
  if (!isWritten(kind)) throw new Error(`Records of the kind ${kind} are not written.`)
  return kind
}

/** The checked values of a write. Null clears. */
export type DraftOf<K extends ResourceName> = Drafts[K]

/** The fields that drafts of all records with a status have in common. */
export type PostDraft = Pick<
  DraftOf<'event'>,
  'author' | 'date' | 'date_utc' | 'status' | 'image' | 'translations'
>

type DraftValue =
  | string
  | number
  | boolean
  | string[]
  | Linked<AnyDraft>[]
  | TextDraft
  | Focus
  | Audience
  | null
/** A draft of any resource, for code that treats all fields alike. */
export type AnyDraft = { readonly [field: string]: DraftValue | undefined }

/** `trash`: whether this write moves the record to the trash, or it is or begins there, or it is elsewhere. */
export type SlugRule = { required: boolean; trash: 'goes' | 'stays' | 'no' }

/** One write: its transaction, who makes it, and the new images of its drafts. */
export type Write = {
  tx: Transaction
  context: Context
  caller: WriteCaller
  /** Fetched before the transaction began, by the draft that names them. */
  images: ReadonlyMap<object, number | NewImage>
}

export type Make = <K extends WrittenName>(
  write: Write,
  kind: K,
  draft: DraftOf<K>,
) => Promise<StoredRecord>

/** The rules of one resource in writes; `write.ts` does the rest. */
export type Rules<K extends WrittenName> = {
  slugs(facts: Row, before: Row | undefined): SlugRule
  /** The stored record that is used instead of a new one. */
  same?(write: Write, draft: DraftOf<K>): Promise<StoredRecord | undefined>
  /** Refuses a change before anything else is looked at. */
  begin?(draft: DraftOf<K>, stored: StoredRecord): void
  /** The texts of a change, with those derived from other fields. */
  texts?(draft: DraftOf<K>, change: TextChange, stored: StoredRecord): TextChange
  /** Facts that follow from several fields. */
  facts?(write: Write, draft: DraftOf<K>, stored: StoredRecord | undefined): Row
  /** Refuses what its texts, or its place among others, rule out. */
  refuse?(
    write: Write,
    draft: DraftOf<K>,
    change: TextChange,
    stored: StoredRecord | undefined,
  ): Promise<void>
  /** A slug for a new record that has none of its own. */
  slugFor?(write: Write, draft: DraftOf<K>, name: string): Promise<string | undefined>
  links?(write: Write, draft: DraftOf<K>, make: Make): Promise<Partial<Links>>
  /** Takes a record that goes to the trash out of others, as many as one transaction may change; says whether more are left. */
  leave?(write: Write, stored: StoredRecord): Promise<boolean>
  /** The same for one that is deleted permanently. */
  release?(write: Write, stored: StoredRecord): Promise<boolean>
  /** Writes what the store derives rows from besides the record. */
  store?(
    write: Write,
    before: StoredRecord | undefined,
    after: StoredRecord | undefined,
  ): Promise<void>
  /** Brings what follows from the record up to date; gives the counts of terms that changed with it. */
  follow?(
    write: Write,
    before: StoredRecord | undefined,
    after: StoredRecord | undefined,
  ): Promise<[term: number, count: number][]>
}
