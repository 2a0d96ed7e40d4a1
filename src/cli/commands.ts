import { storableNames } from '../config/index.ts'
import type { Sentence } from '../define/field-type.ts'
import { languagePattern } from '../define/text/language.ts'
import { calendars, importCommands } from './import-commands.ts'
import { messages } from './messages.ts'
import { type Definition, from, type Part } from './program.ts'
import { webhookWords } from './webhook-words.ts'

const { help } = messages
const roles = Object.keys(messages.roles).join(', ')
const scopes = Object.keys(messages.scopes).join(', ')
const actions = Object.keys(webhookWords).join(', ')

// A part is loaded whole when a command of it runs: what its commands need is nearly the same.
const accounts = () => import('./accounts.ts')
const maintenance = () => import('./maintenance.ts')

const config = async () => (await maintenance()).config
const users = async () => (await accounts()).users
const tokens = async () => (await accounts()).tokens
const backup = async () => (await calendars()).backup
const exporters = async () => (await calendars()).exporters

/** The formats of exports. */
const exported: readonly (readonly [
  'archive' | 'ics' | 'csv' | 'ndjson',
  Sentence,
  example: string,
])[] = [
  ['archive', help.exportArchive, 'export archive calendar.zip'],
  ['ics', help.exportIcs, 'export ics events.ics'],
  ['csv', help.exportCsv, "export csv events.csv --filter 'categories=music'"],
  ['ndjson', help.exportNdjson, 'export ndjson events.ndjson'],
]

/** Every command; its code is loaded when it runs. */
export const commands: Definition[] = [
  {
    name: 'serve',
    about: help.serve,
    examples: [
      'serve',
      'serve --data-folder /var/lib/almanac --port 8080',
      'serve --public-url https://events.example.org',
    ],
    showsSettings: true,
    handler: from(() => import('./serve.ts'), 'serve'),
  },
  {
    name: 'users',
    about: help.users,
    commands: [
      {
        name: 'add',
        about: help.usersAdd,
        examples: [
          'users add ada --role administrator --email ada@example.org',
          'users add desk --role editor --generate',
          'users add bot --role author --token import --scope write',
        ],
        args: [['[login]', help.newLogin]],
        options: [
          ['--role <role>', help.newRole, { roles }],
          ['--email <address>', help.email],
          ['--name <name>', help.name],
          [`--language <${languagePattern}>`, help.userLanguage],
          ['--password-file <file>', help.passwordFile],
          ['--generate', help.generate],
          ['--token <name>', help.issueToken],
          ['--application-password <name>', help.issuePassword],
          ['--scope <scope>', help.scope, { scopes }],
        ],
        handler: from(users, 'add'),
      },
      {
        name: 'list',
        about: help.usersList,
        examples: ['users list', 'users list --json'],
        handler: from(users, 'list'),
      },
      {
        name: 'show',
        about: help.usersShow,
        examples: ['users show ada'],
        args: [['<login>', help.login]],
        handler: from(users, 'show'),
      },
      {
        name: 'edit',
        about: help.usersEdit,
        examples: ['users edit ada --email ada@example.org --language fr'],
        args: [['<login>', help.login]],
        options: [
          ['--email <address>', help.email],
          ['--name <name>', help.name],
          [`--language <${languagePattern}>`, help.userLanguage],
        ],
        handler: from(users, 'edit'),
      },
      {
        name: 'passwd',
        about: help.usersPasswd,
        examples: ['users passwd ada', 'users passwd ada --generate'],
        args: [['<login>', help.login]],
        options: [
          ['--password-file <file>', help.passwordFile],
          ['--generate', help.generate],
        ],
        handler: from(users, 'passwd'),
      },
      {
        name: 'role',
        about: help.usersRole,
        examples: ['users role ada editor'],
        args: [
          ['<login>', help.login],
          ['<role>', help.role, { roles }],
        ],
        handler: from(users, 'role'),
      },
      {
        name: 'link',
        about: help.usersLink,
        examples: ['users link ada'],
        args: [['<login>', help.login]],
        uses: ['publicUrl', 'host', 'port', 'language'],
        handler: from(users, 'link'),
      },
      {
        name: 'disable',
        about: help.usersDisable,
        examples: ['users disable ada'],
        args: [['<login>', help.login]],
        handler: from(users, 'disable'),
      },
      {
        name: 'enable',
        about: help.usersEnable,
        examples: ['users enable ada'],
        args: [['<login>', help.login]],
        handler: from(users, 'enable'),
      },
      {
        name: 'reset-factor',
        about: help.usersResetFactor,
        examples: ['users reset-factor ada'],
        args: [['<login>', help.login]],
        handler: from(users, 'resetFactor'),
      },
      {
        name: 'remove',
        about: help.usersRemove,
        deletes: true,
        examples: ['users remove ada --dry-run', 'users remove ada --yes'],
        args: [['<login>', help.login]],
        options: [['-y, --yes', help.yes]],
        handler: from(users, 'remove'),
      },
      {
        name: 'erase',
        about: help.usersErase,
        deletes: true,
        examples: ['users erase ada@example.org --dry-run', 'users erase ada --yes'],
        args: [['<person>', help.erasedPerson]],
        options: [['-y, --yes', help.yes]],
        handler: from(calendars, 'erase'),
      },
    ],
  },
  {
    name: 'tokens',
    about: help.tokens,
    commands: [
      {
        name: 'create',
        about: help.tokensCreate,
        examples: [
          'tokens create --user bot --name import --scope write --expires 90d',
          'tokens create --user ada --name calendar --feed',
        ],
        options: [
          ['--user <login>', help.tokenUser],
          ['--name <name>', help.tokenName],
          ['--scope <scope>', help.scope, { scopes }],
          [`--language <${languagePattern}>`, help.tokenLanguage],
          ['--expires <when>', help.expires],
          ['--application-password', help.applicationPassword],
          ['--feed', help.feedToken],
        ],
        handler: from(tokens, 'create'),
      },
      {
        name: 'list',
        about: help.tokensList,
        examples: ['tokens list', 'tokens list --user ada'],
        options: [['--user <login>', help.ofUser]],
        handler: from(tokens, 'list'),
      },
      {
        name: 'revoke',
        about: help.tokensRevoke,
        deletes: true,
        examples: ['tokens revoke 7'],
        args: [['<id>', help.tokenId]],
        handler: from(tokens, 'revoke'),
      },
    ],
  },
  {
    name: 'webhooks',
    about: help.webhooks,
    examples: [
      'webhooks',
      'webhooks add https://example.org/hooks/calendar kinds=event,venue',
      'webhooks change 1 state=paused',
      'webhooks test 1',
    ],
    args: [
      ['[action]', help.webhookAction, { actions }],
      ['[values...]', help.webhookValues],
    ],
    options: [['--user <login>', help.webhookUser]],
    handler: from(calendars, 'webhooks'),
  },
  {
    name: 'keys',
    about: help.keys,
    commands: [
      {
        name: 'renew',
        about: help.keysRenew,
        deletes: true,
        examples: ['keys renew --dry-run', 'keys renew --yes'],
        options: [['-y, --yes', help.yes]],
        handler: from(maintenance, 'renewKey'),
      },
    ],
  },
  {
    name: 'config',
    about: help.config,
    examples: ['config', 'config --explain'],
    options: [['--explain', help.explain]],
    showsSettings: true,
    handler: from(config, 'config'),
    commands: [
      {
        name: 'list',
        about: help.configList,
        examples: ['config list', 'config list --explain'],
        options: [['--explain', help.explain]],
        uses: 'all',
        handler: from(config, 'config'),
      },
      {
        name: 'get',
        about: help.configGet,
        examples: ['config get timezone', 'config get publicUrl --json'],
        args: [['<setting>', help.setName]],
        uses: 'all',
        handler: from(config, 'get'),
      },
      {
        name: 'set',
        about: help.configSet,
        examples: ['config set timezone Europe/Paris', 'config set perPage 50'],
        params: { names: storableNames.join(', ') },
        args: [
          ['<setting>', help.setName],
          ['<value>', help.setValue],
        ],
        uses: 'all',
        handler: from(config, 'set'),
      },
      {
        name: 'unset',
        about: help.configUnset,
        examples: ['config unset perPage'],
        args: [['<setting>', help.setName]],
        uses: 'all',
        handler: from(config, 'unset'),
      },
    ],
  },
  {
    name: 'mail',
    about: help.mail,
    commands: [
      {
        name: 'test',
        about: help.mailTest,
        examples: ['mail test ada@example.org'],
        args: [['<address>', help.mailTo]],
        uses: ['mailFrom'],
        handler: from(maintenance, 'testMails'),
      },
    ],
  },
  {
    name: 'update',
    about: help.update,
    examples: ['update --check https://example.org/latest.json'],
    options: [['--check <url>', help.updateCheck]],
    uses: ['fetchAllow'],
    handler: from(maintenance, 'update'),
  },
  {
    name: 'trash',
    about: help.trash,
    commands: [
      {
        name: 'empty',
        about: help.trashEmpty,
        deletes: true,
        examples: ['trash empty --dry-run', 'trash empty --older-than 30d --yes'],
        options: [
          ['--older-than <age>', help.olderThan],
          ['-y, --yes', help.yes],
        ],
        handler: from(maintenance, 'emptyTrash'),
      },
    ],
  },
  {
    name: 'backup',
    about: help.backup,
    commands: [
      {
        name: 'create',
        about: help.backupCreate,
        deletes: true,
        examples: ['backup create', 'backup create --to /mnt/backups --keep 14'],
        options: [
          ['--to <folder>', help.backupTo],
          ['--keep <number>', help.backupKeep],
        ],
        handler: from(backup, 'create'),
      },
      {
        name: 'list',
        about: help.backupList,
        examples: ['backup list'],
        options: [['--to <folder>', help.backupTo]],
        handler: from(backup, 'list'),
      },
      {
        name: 'verify',
        about: help.backupVerify,
        examples: ['backup verify', 'backup verify --to /mnt/backups'],
        args: [['[backup]', help.backupNamed]],
        options: [['--to <folder>', help.backupTo]],
        handler: from(backup, 'verify'),
      },
      {
        name: 'restore',
        about: help.backupRestore,
        deletes: true,
        examples: ['backup restore --dry-run', 'backup restore --to /mnt/backups --yes'],
        args: [['[backup]', help.backupNamed]],
        options: [
          ['--to <folder>', help.backupTo],
          ['-y, --yes', help.yes],
        ],
        handler: from(backup, 'restore'),
      },
    ],
  },
  {
    name: 'doctor',
    about: help.doctor,
    examples: ['doctor', 'doctor --json'],
    options: [['--to <folder>', help.backupTo]],
    uses: 'all',
    handler: from(maintenance, 'doctor'),
  },
  {
    name: 'import',
    about: help.import,
    commands: importCommands,
  },
  {
    name: 'export',
    about: help.export,
    commands: exported.map(([name, about, example]) => ({
      name,
      about,
      examples: [example],
      args: [['[file]', help.exportFile]],
      options: [
        ['-o, --output <file>', help.exportFile],
        ...(name === 'archive'
          ? []
          : [['--filter <parameters>', help.exportFilter] satisfies Part]),
      ],
      uses: 'all',
      handler: from(exporters, name),
    })),
  },
  {
    name: 'move',
    about: help.move,
    examples: ['move --from ./data --to postgresql://almanac@db/almanac --check'],
    options: [
      ['--from <place>', help.moveFrom],
      ['--to <place>', help.moveTo],
      ['--from-folder <folder>', help.moveFromFolder],
      ['--to-folder <folder>', help.moveToFolder],
      ['--from-images <bucket>', help.moveFromImages],
      ['--to-images <bucket>', help.moveToImages],
      ['--check', help.moveCheck],
    ],
    handler: from(calendars, 'move'),
  },
  {
    name: 'demo',
    about: help.demo,
    deletes: true,
    examples: ['demo', 'demo --count 20', 'demo --theme festival', 'demo --remove'],
    options: [
      ['--count <number>', help.count],
      ['--theme <name>', help.theme],
      ['--url <root>', help.url],
      ['--again', help.again],
      ['--remove', help.removeDemo],
    ],
    uses: 'all',
    handler: from(calendars, 'demo'),
  },
  {
    name: 'completion',
    about: help.completion,
    examples: ['completion bash', 'completion fish'],
    args: [['<shell>', help.completionShell]],
    handler: async (...given) => (await import('./completion.ts')).completionOf(commands)(...given),
  },
  // the same as --help and --version, for who expects a command
  {
    name: 'help',
    about: help.helpCommand,
    examples: ['help users add'],
    args: [['[command...]', help.helpCommand]],
  },
  { name: 'version', about: help.version, examples: ['version'] },
]
