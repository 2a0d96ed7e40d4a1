/** The settings: what each is, how they are read, and how those of the site are kept. */

export {
  flagOf,
  pairedWith,
  readSettings,
  type Setting,
  type SettingName,
  type Settings,
  type Source,
  settings,
  siteSettings,
  unknownSettingMessage,
  variableOf,
} from './config.ts'
export { byLabels, describeSettings, labelOf } from './describe.ts'
export { firstSite } from './first-site.ts'
export { type Live, type LiveChange, openLive, type SettingValues, wrongValue } from './live.ts'
export { signInSettings } from './sign-in-settings.ts'
export { storageSettings } from './storage-settings.ts'
export {
  definitionOf,
  isSealed,
  type Listening,
  lastListening,
  lastUrl,
  liveNames,
  readStored,
  type SiteInput,
  settle,
  storableNames,
  storedSettings,
  storeListening,
  valuesIn,
} from './stored-site.ts'
