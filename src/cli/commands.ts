import { storableNames } from '../config/stored-site.ts'
import type { Sentence } from '../define/field-type.ts'
import { languagePattern } from '../define/text/language.ts'
import { importCommands } from './import-commands.ts'
import { messages } from './messages.ts'
import type { Definition, Part } from './program.ts'

const { help } = messages
const roles = Object.keys(messages.roles).join(', ')
const scopes = Object.keys(messages.scopes).join(', ')

/** What calendars are exported to. */
const exported: readonly (readonly ['archive' | 'ics' | 'csv' | 'ndjson', Sentence])[] = [
  ['archive', help.exportArchive],
  ['ics', help.exportIcs],
  ['csv', help.exportCsv],
  ['ndjson', help.exportNdjson],
]

/** Every command; its code is loaded when it runs. */
export const commands: Definition[] = [
  {
    name: 'serve',
    about: help.serve,
    showsSettings: true,
    handler: async (...given) => (await import('./serve.ts')).serve(...given),
  },
  {
    name: 'users',
    about: help.users,
    commands: [
      {
        name: 'add',
        about: help.usersAdd,
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
        handler: async (...given) => (await import('./users.ts')).add(...given),
      },
      {
        name: 'list',
        about: help.usersList,
        handler: async (...given) => (await import('./users.ts')).list(...given),
      },
      {
        name: 'show',
        about: help.usersShow,
        args: [['<login>', help.login]],
        handler: async (...given) => (await import('./users.ts')).show(...given),
      },
      {
        name: 'edit',
        about: help.usersEdit,
        args: [['<login>', help.login]],
        options: [
          ['--email <address>', help.email],
          ['--name <name>', help.name],
          [`--language <${languagePattern}>`, help.userLanguage],
        ],
        handler: async (...given) => (await import('./users.ts')).edit(...given),
      },
      {
        name: 'passwd',
        about: help.usersPasswd,
        args: [['<login>', help.login]],
        options: [
          ['--password-file <file>', help.passwordFile],
          ['--generate', help.generate],
        ],
        handler: async (...given) => (await import('./users.ts')).passwd(...given),
      },
      {
        name: 'role',
        about: help.usersRole,
        args: [
          ['<login>', help.login],
          ['<role>', help.role, { roles }],
        ],
        handler: async (...given) => (await import('./users.ts')).role(...given),
      },
      {
        name: 'link',
        about: help.usersLink,
        args: [['<login>', help.login]],
        uses: ['publicUrl', 'host', 'port', 'language'],
        handler: async (...given) => (await import('./user-access.ts')).link(...given),
      },
      {
        name: 'disable',
        about: help.usersDisable,
        args: [['<login>', help.login]],
        handler: async (...given) => (await import('./user-access.ts')).disable(...given),
      },
      {
        name: 'enable',
        about: help.usersEnable,
        args: [['<login>', help.login]],
        handler: async (...given) => (await import('./user-access.ts')).enable(...given),
      },
      {
        name: 'reset-factor',
        about: help.usersResetFactor,
        args: [['<login>', help.login]],
        handler: async (...given) => (await import('./user-access.ts')).resetFactor(...given),
      },
      {
        name: 'remove',
        about: help.usersRemove,
        args: [['<login>', help.login]],
        options: [['-y, --yes', help.yes]],
        handler: async (...given) => (await import('./users.ts')).remove(...given),
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
        options: [
          ['--user <login>', help.tokenUser],
          ['--name <name>', help.tokenName],
          ['--scope <scope>', help.scope, { scopes }],
          [`--language <${languagePattern}>`, help.tokenLanguage],
          ['--expires <when>', help.expires],
          ['--application-password', help.applicationPassword],
          ['--feed', help.feedToken],
        ],
        handler: async (...given) => (await import('./tokens.ts')).create(...given),
      },
      {
        name: 'list',
        about: help.tokensList,
        options: [['--user <login>', help.ofUser]],
        handler: async (...given) => (await import('./tokens.ts')).list(...given),
      },
      {
        name: 'revoke',
        about: help.tokensRevoke,
        args: [['<id>', help.tokenId]],
        handler: async (...given) => (await import('./tokens.ts')).revoke(...given),
      },
    ],
  },
  {
    name: 'keys',
    about: help.keys,
    commands: [
      {
        name: 'renew',
        about: help.keysRenew,
        options: [['-y, --yes', help.yes]],
        handler: async (...given) => (await import('./keys.ts')).renew(...given),
      },
    ],
  },
  {
    name: 'config',
    about: help.config,
    options: [['--explain', help.explain]],
    showsSettings: true,
    handler: async (...given) => (await import('./config.ts')).config(...given),
    commands: [
      {
        name: 'set',
        about: help.configSet,
        params: { names: storableNames.join(', ') },
        args: [
          ['<setting>', help.setName],
          ['<value>', help.setValue],
        ],
        uses: 'all',
        handler: async (...given) => (await import('./config.ts')).set(...given),
      },
      {
        name: 'unset',
        about: help.configUnset,
        args: [['<setting>', help.setName]],
        uses: 'all',
        handler: async (...given) => (await import('./config.ts')).unset(...given),
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
        args: [['<address>', help.mailTo]],
        uses: ['mailFrom'],
        handler: async (...given) => (await import('./mail.ts')).test(...given),
      },
    ],
  },
  {
    name: 'update',
    about: help.update,
    options: [['--check', help.updateCheck]],
    uses: ['updateUrl', 'fetchTimeout', 'fetchAllow'],
    handler: async (...given) => (await import('./update.ts')).update(...given),
  },
  {
    name: 'trash',
    about: help.trash,
    commands: [
      {
        name: 'empty',
        about: help.trashEmpty,
        options: [
          ['--older-than <age>', help.olderThan],
          ['-y, --yes', help.yes],
        ],
        handler: async (...given) => (await import('./trash.ts')).empty(...given),
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
        options: [
          ['--to <folder>', help.backupTo],
          ['--keep <number>', help.backupKeep],
        ],
        uses: ['imageStore'],
        handler: async (...given) => (await import('./backup.ts')).create(...given),
      },
      {
        name: 'list',
        about: help.backupList,
        options: [['--to <folder>', help.backupTo]],
        handler: async (...given) => (await import('./backup.ts')).list(...given),
      },
      {
        name: 'verify',
        about: help.backupVerify,
        args: [['[backup]', help.backupNamed]],
        options: [['--to <folder>', help.backupTo]],
        handler: async (...given) => (await import('./backup.ts')).verify(...given),
      },
      {
        name: 'restore',
        about: help.backupRestore,
        args: [['[backup]', help.backupNamed]],
        options: [
          ['--to <folder>', help.backupTo],
          ['-y, --yes', help.yes],
        ],
        handler: async (...given) => (await import('./backup.ts')).restore(...given),
      },
    ],
  },
  {
    name: 'doctor',
    about: help.doctor,
    options: [['--to <folder>', help.backupTo]],
    uses: 'all',
    handler: async (...given) => (await import('./doctor.ts')).doctor(...given),
  },
  {
    name: 'import',
    about: help.import,
    commands: importCommands,
  },
  {
    name: 'export',
    about: help.export,
    commands: exported.map(([name, about]) => ({
      name,
      about,
      args: [['[file]', help.exportFile]],
      options: [
        ['-o, --output <file>', help.exportFile],
        ...(name === 'archive'
          ? []
          : [['--filter <parameters>', help.exportFilter] satisfies Part]),
      ],
      uses: 'all',
      handler: async (...given) => (await import('./export.ts'))[name](...given),
    })),
  },
  {
    name: 'move',
    about: help.move,
    options: [
      ['--from <place>', help.moveFrom],
      ['--to <place>', help.moveTo],
      ['--from-folder <folder>', help.moveFromFolder],
      ['--to-folder <folder>', help.moveToFolder],
      ['--from-images <bucket>', help.moveFromImages],
      ['--to-images <bucket>', help.moveToImages],
      ['--again', help.moveAgain],
      ['--check', help.moveCheck],
    ],
    handler: async (...given) => (await import('./move.ts')).move(...given),
  },
  {
    name: 'demo',
    about: help.demo,
    options: [
      ['--count <number>', help.count],
      ['--url <root>', help.url],
      ['--again', help.again],
      ['--remove', help.removeDemo],
    ],
    uses: 'all',
    handler: async (...given) => (await import('./demo.ts')).demo(...given),
  },
  {
    name: 'completion',
    about: help.completion,
    args: [['<shell>', help.completionShell]],
    handler: async (...given) => (await import('./completion.ts')).completionOf(commands)(...given),
  },
  // the same as --help and --version, for who expects a command
  { name: 'help', about: help.helpCommand, args: [['[command...]', help.helpCommand]] },
  { name: 'version', about: help.version },
]
