import type { Sentence } from '../../../../define/text/language.ts'
import { messages as editor } from '../../../fields/messages.ts'
import { messages as shared } from '../../../messages.ts'
import { messages as table } from '../../records/messages.ts'

export const messages = {
  dates: editor.repeats,
  selected: {
    en: '{count|One date|{count} dates} selected',
    fr: '{count|Une date sélectionnée|{count} dates sélectionnées}',
  },
  selectAll: { en: 'Select all dates', fr: 'Sélectionner toutes les dates' },
  selectPage: { en: 'Select the dates of this page', fr: 'Sélectionner les dates de cette page' },
  select: table.select,
  date: { en: 'Date', fr: 'Date' },
  hours: { en: 'Hours', fr: 'Horaires' },
  wholeDay: { en: 'whole day', fr: 'journée entière' },
  differs: { en: 'Differs in', fr: 'Particularités' },
  movedFrom: editor.movedFrom,
  cancelDates: { en: 'Cancel or postpone…', fr: 'Annuler ou reporter…' },
  cancelHeading: {
    en: 'Which state do {count|this date|these {count} dates} have?',
    fr: 'Quel est l’état de {count|cette date|ces {count} dates} ?',
  },
  moveDates: { en: 'Move…', fr: 'Déplacer…' },
  moveHeading: {
    en: 'Move {count|the date|{count} dates}',
    fr: 'Déplacer {count|la date|{count} dates}',
  },
  changeHours: { en: 'Change hours…', fr: 'Changer d’horaires…' },
  hoursHeading: {
    en: 'Hours of {count|the date|{count} dates}',
    fr: 'Horaires de {count|la date|{count} dates}',
  },
  from: { en: 'From', fr: 'De' },
  to: { en: 'To', fr: 'À' },
  toHint: { en: 'Empty: as long as before.', fr: 'Vide : aussi longtemps qu’avant.' },
  start: { en: 'Start', fr: 'Début' },
  end: { en: 'End', fr: 'Fin' },
  removeDates: { en: 'Remove', fr: 'Retirer' },
  apply: { en: 'Apply', fr: 'Appliquer' },
  close: shared.cancel,
  undo: shared.undo,
  undone: { en: 'The dates are as before.', fr: 'Les dates sont comme avant.' },
  stateSet: {
    en: '{count|One date|{count} dates}: {state}',
    fr: '{count|Une date|{count} dates} : {state}',
  },
  moved: {
    en: '{count|One date|{count} dates} moved',
    fr: '{count|Une date déplacée|{count} dates déplacées}',
  },
  hoursSet: {
    en: '{count|One date|{count} dates}: {hours}',
    fr: '{count|Une date|{count} dates} : {hours}',
  },
  removed: {
    en: '{count|One date|{count} dates} removed',
    fr: '{count|Une date retirée|{count} dates retirées}',
  },
  added: { en: 'Added: {dates}', fr: 'Ajouté : {dates}' },
  lastHeading: {
    en: '{count|This is the last date|These are all dates}: move the event to the trash?',
    fr: '{count|C’est la dernière date|Ce sont toutes les dates} : mettre l’évènement à la corbeille ?',
  },
  lastAbout: {
    en: 'An event has at least one date. You can restore it from the trash.',
    fr: 'Un évènement a au moins une date. La corbeille permet de le rétablir.',
  },
  toTrash: editor.trash,
  lastStays: { en: 'An event has at least one date.', fr: 'Un évènement a au moins une date.' },
  addDates: { en: 'Add dates, in words', fr: 'Ajouter des dates, en clair' },
  add: shared.add,
  addHint: {
    en: 'Several at once with semicolons. Without hours, they are those of the event.',
    fr: 'Plusieurs à la fois avec des points-virgules. Sans heure, ce sont les horaires de l’évènement.',
  },
  addExample: { en: 'sun 3pm-5pm; 12 dec 8pm', fr: 'dim. 15h-17h ; 12 déc. 20h' },
  addDayExample: { en: 'sunday; 12 dec', fr: 'dimanche ; 12 déc.' },
  addFirst: {
    en: 'Add these dates, or clear the box.',
    fr: 'Ajoutez ces dates, ou videz la case.',
  },
  notUnderstood: {
    en: 'This is not a date: {text}. For example: {example}.',
    fr: 'Ce n’est pas une date : {text}. Par exemple : {example}.',
  },
  endsBefore: { en: '{text} ends before it starts.', fr: '{text} finit avant d’avoir commencé.' },
  beforeRule: {
    en: '{text} is before the first date: a rule begins with that one.',
    fr: '{text} précède la première date : une règle commence par celle-ci.',
  },
  notAdded: { en: 'Nothing was added.', fr: 'Rien n’a été ajouté.' },
  alreadyThere: { en: '{text} is a date already.', fr: '{text} est déjà une date.' },
  saveFirst: {
    en: 'Once the event is saved, dates can be cancelled or marked as sold out here.',
    fr: 'Une fois l’évènement enregistré, on peut ici annuler des dates ou les marquer comme complètes.',
  },
} as const satisfies Record<string, Sentence>
