import type { Language } from '../../../define/text/language-table.ts'
import type { EmbedMessages } from '../../embed-messages.ts'

/** Written before the script by the service that sends it. */
declare const embedMessages: Record<Language, EmbedMessages>

export const messagesIn = (language: Language): EmbedMessages => embedMessages[language]
