import { isDated } from '../../define/record.ts'
import { columnsOf, indexedNames, type Resource } from '../../define/resource.ts'
import { isPost, resourceList } from '../../resources/index.ts'
import type { Columns, Shape } from '../../store/index.ts'
import { canBeShown } from '../base/showable.ts'
import { isSearchedAlike, searchedNames, searchParts } from '../read/wide-search.ts'
import { listedEvent, listedInSql } from '../write/log-change.ts'

/** 1: its publication date was sent. Else a draft is dated when it is published. */
const publication: Columns = { date_given: 'integer' }

/** The version that an import wrote last, and of what (`write/imported.ts`). */
const imported: Columns = { imported: 'text' }

/** Facts that no caller writes by their own name. Times are seconds: wall times, or instants where the name says utc. */
const derived: Record<string, Columns> = {
  post: {
    date: 'integer',
    date_utc: 'integer',
    modified: 'integer',
    main: 'text',
    creator: 'integer',
  },
  term: { main: 'text', count: 'integer', modified: 'integer', creator: 'integer' },
  event: {
    starts: 'integer',
    ends: 'integer',
    utc_starts: 'integer',
    utc_ends: 'integer',
    timezone_abbr: 'text',
    /** When it was to start before it was postponed, as a wall time. */
    postponed_from: 'integer',
    /** For a series: its dates are stored up to this time. */
    recurrence_until: 'integer',
    /** For an old series: its dates are stored from this day on (R12). */
    dates_from: 'integer',
    /** For the parts of a split series: the parts before and after, and the original start at which this part was split off. */
    continues: 'integer',
    continued_by: 'integer',
    split_at: 'integer',
    /** Seconds from the start of a part to the split after it. Versions have it: it is another in those from before that split. */
    continued_after: 'integer',
    /** The note to its author when it was sent back, as JSON. */
    returned: 'text',
  },
  image: {
    file: 'text',
    mime: 'text',
    width: 'integer',
    height: 'integer',
    filesize: 'integer',
    original: 'text',
    sizes: 'text',
    source: 'text',
    status: 'text',
    author: 'integer',
  },
}

/** The last change of the texts of a language. */
const changed: Columns = { changed: 'integer' }
const postTexts: Columns = { slug: 'text', excerpt: 'text', name_key: 'text', ...changed }

function shapeOf(resource: Resource): Shape {
  const { password: _, ...facts } = Object.fromEntries(columnsOf(resource, 'fact'))
  const { name, family, isFile } = resource
  const hasDates = isDated(name)
  return {
    kind: name,
    family,
    facts: {
      ...facts,
      ...derived[family],
      ...(!isFile && imported),
      ...(isPost(name) && publication),
      ...derived[name],
      ...(resource.hasPassword && { password: 'text' }),
    },
    texts: {
      ...Object.fromEntries(columnsOf(resource, 'text')),
      ...(family === 'post' && !isFile ? postTexts : { name_key: 'text', ...changed }),
    },
    indexed: [
      ...indexedNames(resource),
      ...(isFile ? ['source', 'file'] : []),
      ...(hasDates ? ['recurrence_until'] : ['modified']),
    ],
    canBeShown,
    listed: family === 'post' && !hasDates,
    named: !hasDates && !isFile,
    ...(hasDates && {
      linked: true,
      byName: true,
      listedAs: listedEvent,
      listedBy: listedInSql,
      listedApart: 'custom_fields IS NOT NULL',
    }),
    ...(!isFile && { hasVersions: true }),
    searchedFields: searchedNames(resource),
    searchText: (record, before, dates) =>
      before && isSearchedAlike(resource, record, before)
        ? undefined
        : searchParts(resource, record, dates),
  }
}

const user: Shape = {
  kind: 'user',
  family: 'user',
  facts: {
    login: 'text',
    login_key: 'text',
    email: 'text',
    email_key: 'text',
    name: 'text',
    role: 'text',
    language: 'text',
    /** The frequency of an editor’s e-mails about submissions. */
    review_mails: 'text',
    password: 'text',
    created: 'integer',
    disabled: 'integer',
    /** The secret of the second factor, sealed; one that is not confirmed yet; and the period of the last code that was taken. */
    totp: 'text',
    totp_next: 'text',
    totp_used: 'integer',
    /** Hashes of the recovery codes that are left, as a JSON list. */
    recovery: 'text',
    /** The identity at a provider: issuer and subject. */
    subject: 'text',
    /** 1: the user entered the e-mail address and it is not confirmed yet. */
    email_own: 'integer',
  },
  texts: {},
  unique: ['login_key'],
  indexed: ['email_key', 'subject'],
}

const credential: Shape = {
  kind: 'credential',
  family: 'credential',
  facts: {
    user: 'integer',
    /** application (HTTP Basic) or bearer. */
    form: 'text',
    name: 'text',
    scope: 'text',
    language: 'text',
    hash: 'text',
    hint: 'text',
    created: 'integer',
    expires: 'integer',
    revoked: 'integer',
    used: 'integer',
    address: 'text',
  },
  texts: {},
  indexed: ['user', 'hash'],
}

const session: Shape = {
  kind: 'session',
  family: 'credential',
  facts: {
    user: 'integer',
    hash: 'text',
    agent: 'text',
    address: 'text',
    created: 'integer',
    used: 'integer',
    expires: 'integer',
  },
  texts: {},
  indexed: ['user', 'hash'],
}

const oneTimeLink: Shape = {
  kind: 'one_time_link',
  family: 'credential',
  facts: {
    user: 'integer',
    /** invitation or password. */
    purpose: 'text',
    hash: 'text',
    created: 'integer',
    expires: 'integer',
  },
  texts: {},
  indexed: ['user', 'hash'],
}

/** A question to a table under a name. No list follows from it, so that the journal has nothing to say of it. */
const savedView: Shape = {
  kind: 'saved_view',
  family: 'credential',
  facts: {
    user: 'integer',
    /** The resource whose table it is of. */
    of: 'text',
    name: 'text',
    query: 'text',
    /** The same where it is shared. */
    shared_in: 'text',
    created: 'integer',
  },
  texts: {},
  indexed: ['user', 'shared_in'],
}

/** A report on a published event (`reports/reports.ts`). Its change and its sender are JSON. `closed`: when an editor closed it; null: it waits. */
const report: Shape = {
  kind: 'report',
  family: 'credential',
  facts: {
    event: 'integer',
    what: 'text',
    note: 'text',
    change: 'text',
    sender: 'text',
    user: 'integer',
    language: 'text',
    at: 'integer',
    closed: 'integer',
    closed_by: 'integer',
  },
  texts: {},
  indexed: ['event', 'closed'],
}

/** Previous files of an image, until pages and caches no longer load them. */
const replacedFile: Shape = {
  kind: 'replaced_file',
  family: 'file',
  facts: { files: 'text', due: 'integer' },
  texts: {},
}

/** The response to a request with an `Idempotency-Key`, for its repetition (`write/kept-responses.ts`). Key and request are digests. */
const keptResponse: Shape = {
  kind: 'kept_response',
  family: 'file',
  facts: { key: 'text', request: 'text', response: 'text', due: 'integer' },
  texts: {},
  unique: ['key'],
}

/** An e-mail until it is sent or abandoned (`src/service/outbox.ts`). Its recipient and its text are encrypted. */
const waitingMail: Shape = {
  kind: 'waiting_mail',
  family: 'file',
  facts: { sealed: 'text', due: 'integer', tried: 'integer' },
  texts: {},
}

/** An erasure until it is done (`people/erase-person.ts`). Whom it is of is sealed. */
const erasure: Shape = {
  kind: 'erasure',
  family: 'file',
  facts: {
    sealed: 'text',
    user: 'integer',
    /** When the process that carries it out last said so, by the clock of its machine. */
    seen: 'integer',
  },
  texts: {},
}

/** An import, or a preview of one (`imports/runs.ts`). Times are Unix seconds; lists and tables are JSON. */
const importRun: Shape = {
  kind: 'import_run',
  family: 'import',
  facts: {
    user: 'integer',
    format: 'text',
    /** A URL, or the name of a file. */
    origin: 'text',
    source: 'text',
    options: 'text',
    language: 'text',
    state: 'text',
    started: 'integer',
    ended: 'integer',
    /** When the process that carries it out last said so, by the clock of its machine; null: none does. */
    seen: 'integer',
    done: 'integer',
    total: 'integer',
    report: 'text',
    undone: 'text',
    /** The processes in a row that were lost with it, and the one that carries it out. */
    attempts: 'integer',
    /** The reason for the failure, in both languages. */
    error: 'text',
  },
  texts: {},
  indexed: ['state'],
}

/** A record that an import has written: its version before, 0 for none, and after it (`write/action-changes.ts`). */
const importChange: Shape = {
  kind: 'import_change',
  family: 'import',
  facts: {
    run: 'integer',
    record: 'text',
    before: 'integer',
    after: 'integer',
    merged: 'text',
    ...imported,
  },
  texts: {},
  indexed: ['run', 'record'],
}

/** A feed that is imported again and again (`imports/subscriptions.ts`). */
const subscription: Shape = {
  kind: 'subscription',
  family: 'import',
  facts: {
    user: 'integer',
    format: 'text',
    url: 'text',
    source: 'text',
    options: 'text',
    every: 'integer',
    state: 'text',
    next: 'integer',
    checked: 'integer',
    /** When a process began to read it, by the clock of its machine; null: none does. */
    claimed: 'integer',
    failures: 'integer',
    /** Looks in a row that have ended their process; one is counted before it is made. */
    attempts: 'integer',
    error: 'text',
    tag: 'text',
    modified: 'text',
    hash: 'text',
    run: 'integer',
  },
  texts: {},
  indexed: ['state'],
}

/** A receiver of changes (`changes/webhooks.ts`). */
const webhook: Shape = {
  kind: 'webhook',
  family: 'import',
  facts: {
    user: 'integer',
    url: 'text',
    kinds: 'text',
    scope: 'text',
    language: 'text',
    records: 'integer',
    state: 'text',
    /** Its key, sealed, and the one before. */
    secret: 'text',
    former: 'text',
    rotated: 'integer',
    cursor: 'text',
    done: 'integer',
    deliveries: 'text',
    failures: 'integer',
    failing: 'integer',
    next: 'integer',
    error: 'text',
  },
  texts: {},
  indexed: [],
}

/** A part of a file that was uploaded, in Base64: a process of another machine may read it. */
const importPart: Shape = {
  kind: 'import_part',
  family: 'import',
  facts: { run: 'integer', bytes: 'text' },
  texts: {},
  indexed: ['run'],
}

/** A page of the records that an import lists by their outcome, as JSON (`imports/listed-records.ts`). */
const importPage: Shape = {
  kind: 'import_page',
  family: 'import',
  facts: { run: 'integer', place: 'text', records: 'text' },
  texts: {},
  indexed: ['run', 'place'],
}

/** Everything the store keeps, from the definitions. */
export const shapes: Shape[] = [
  ...resourceList.map(shapeOf),
  user,
  credential,
  session,
  oneTimeLink,
  savedView,
  report,
  replacedFile,
  keptResponse,
  waitingMail,
  erasure,
  importRun,
  importChange,
  importPart,
  importPage,
  subscription,
  webhook,
]
