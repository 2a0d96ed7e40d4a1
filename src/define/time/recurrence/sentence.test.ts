import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecurrence } from './read-recurrence.ts'
import { sentenceOf } from './sentence.ts'

const words = (lines: string[], start = '2027-07-04T20:00:00Z') => {
  const read = readRecurrence(lines, 'Europe/Paris')
  assert.ok('value' in read && read.value, JSON.stringify(read))
  const { value } = read
  const [en = '', fr = ''] = (['en-GB', 'fr-FR'] as const).map(locale =>
    sentenceOf(value, Date.parse(start) / 1000, locale),
  )
  return [en, fr.replaceAll('\u00a0', '_')]
}

test('the shapes that people use have sentences in both languages', () => {
  for (const [rule, en, fr] of [
    ['FREQ=DAILY', 'every day', 'tous les jours'],
    ['FREQ=DAILY;INTERVAL=2', 'every 2 days', 'tous les 2_jours'],
    ['FREQ=WEEKLY', 'every Sunday', 'tous les dimanches'],
    [
      'FREQ=WEEKLY;UNTIL=20271231',
      'every Sunday until 31 December 2027',
      'tous les dimanches jusqu’au 31 décembre 2027',
    ],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'from Monday to Friday', 'du lundi au vendredi'],
    ['FREQ=DAILY;BYDAY=SA,SU', 'every Saturday and Sunday', 'tous les samedis et dimanches'],
    ['FREQ=WEEKLY;INTERVAL=2', 'every other Sunday', 'un dimanche sur deux'],
    [
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,WE',
      'every 3 weeks on Wednesday and Sunday',
      'toutes les 3_semaines, le mercredi et le dimanche',
    ],
    ['FREQ=WEEKLY;COUNT=10', 'every Sunday, 10 times', 'tous les dimanches, 10_fois'],
    [
      'FREQ=WEEKLY;BYMONTH=7,8',
      'every Sunday in July and August',
      'tous les dimanches en juillet et en août',
    ],
    ['FREQ=MONTHLY', 'on the 4th of every month', 'le 4 de chaque mois'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1,15',
      'on the 1st and 15th of every month',
      'les 1er et 15 de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'on the last day of every month',
      'le dernier jour de chaque mois',
    ],
    ['FREQ=MONTHLY;INTERVAL=2', 'every 2 months on the 4th', 'tous les 2_mois, le 4'],
    [
      'FREQ=MONTHLY;BYDAY=1SU',
      'on the first Sunday of every month',
      'le premier dimanche de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYDAY=SU;BYSETPOS=-1',
      'on the last Sunday of every month',
      'le dernier dimanche de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYDAY=1SU,3SU',
      'on the first and third Sunday of every month',
      'les premier et troisième dimanches de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYDAY=1SU,-1FR',
      'on the first Sunday and the last Friday of every month',
      'le premier dimanche et le dernier vendredi de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'on the last weekday (Monday to Friday) of every month',
      'le dernier jour ouvré (du lundi au vendredi) de chaque mois',
    ],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'every Friday the 13th', 'tous les vendredis 13'],
    ['FREQ=MONTHLY;BYDAY=FR', 'every Friday', 'tous les vendredis'],
    ['FREQ=YEARLY', 'every year on 4 July', 'tous les ans, le 4 juillet'],
    ['FREQ=YEARLY;INTERVAL=2', 'every 2 years on 4 July', 'tous les 2_ans, le 4 juillet'],
    [
      'FREQ=YEARLY;BYMONTH=5,10;BYDAY=2SU',
      'every year on the second Sunday of May and October',
      'tous les ans, le deuxième dimanche de mai et d’octobre',
    ],
    [
      'FREQ=YEARLY;BYDAY=20MO',
      'every year on the 20th Monday of the year',
      'tous les ans, le 20e lundi de l’année',
    ],
    ['FREQ=YEARLY;BYMONTHDAY=4', 'on the 4th of every month', 'le 4 de chaque mois'],
    ['FREQ=HOURLY;INTERVAL=3', 'every 3 hours', 'toutes les 3_heures'],
    [
      'FREQ=DAILY;BYHOUR=10,20',
      'every day at 10\u00a0am and 8\u00a0pm',
      'tous les jours à 10_h et à 20_h',
    ],
    [
      'FREQ=YEARLY;BYWEEKNO=20',
      'every year, in week 20, on Sunday',
      'tous les ans, la semaine 20, le dimanche',
    ],
    [
      'FREQ=MONTHLY;BYDAY=TU,WE;BYSETPOS=1,-1',
      'every month, on Tuesday and Wednesday, only the first and last of these dates',
      'tous les mois, le mardi et le mercredi, seulement la première et la dernière de ces dates',
    ],
  ] as const)
    assert.deepEqual(words([`RRULE:${rule}`]), [en, fr], rule)
})

test('single dates are named, or counted where they are many', () => {
  assert.deepEqual(words(['RDATE:20270704T200000,20270801T200000']), [
    'on 4 July 2027 and 1 August 2027',
    'le 4 juillet 2027 et le 1er août 2027',
  ])
  const dates = ['04', '05', '06', '07', '08'].map(day => `202707${day}T200000`)
  assert.deepEqual(words([`RDATE:${dates}`]), [
    'on 5 dates from 4 July 2027 to 8 July 2027',
    '5_dates du 4 juillet 2027 au 8 juillet 2027',
  ])
  assert.deepEqual(words(['RRULE:FREQ=WEEKLY', 'EXDATE:20270711T200000', `RDATE:${dates}`]), [
    'every Sunday, and also on 5 dates, except on 11 July 2027',
    'tous les dimanches, ainsi que 5_dates, sauf le 11 juillet 2027',
  ])
})

test('the end of a rule is named by the last day that may have a date', () => {
  for (const [until, en] of [
    // so ends the first part of a series that is split on 25 July
    ['20270725T175959Z', 'every Sunday until 24 July 2027'],
    ['20270725T180000Z', 'every Sunday until 25 July 2027'],
    ['20270725', 'every Sunday until 25 July 2027'],
  ] as const)
    assert.equal(words([`RRULE:FREQ=WEEKLY;UNTIL=${until}`])[0], en, until)
  const twice = 'RRULE:FREQ=DAILY;BYHOUR=15,20;UNTIL=20270725T170000'
  assert.equal(words([twice])[0], 'every day at 3\u00a0pm and 8\u00a0pm until 25 July 2027')
})

test('a date that is removed from a day with others is named with its time', () => {
  const twice = 'RRULE:FREQ=DAILY;BYHOUR=15,20'
  const rule = ['every day at 3\u00a0pm and 8\u00a0pm', 'tous les jours à 15_h et à 20_h'] as const
  for (const [removed, en, fr] of [
    ['EXDATE:20270705T150000', '5 July 2027 at 3\u00a0pm', 'le 5 juillet 2027 à 15_h'],
    ['EXDATE:20270705T150000,20270705T200000', '5 July 2027', 'le 5 juillet 2027'],
    ['EXDATE;VALUE=DATE:20270705', '5 July 2027', 'le 5 juillet 2027'],
  ] as const)
    assert.deepEqual(words([twice, removed]), [
      `${rule[0]}, except on ${en}`,
      `${rule[1]}, sauf ${fr}`,
    ])
})

test('an exception on a day that keeps a further date names the removed time', () => {
  const two = 'RDATE:20270704T150000,20270704T200000,20270801T200000'
  const days = ['on 4 July 2027 and 1 August 2027', 'le 4 juillet 2027 et le 1er août 2027']
  for (const [removed, en, fr] of [
    ['EXDATE:20270704T150000', '4 July 2027 at 3\u00a0pm', 'le 4 juillet 2027 à 15_h'],
    ['EXDATE:20270704T150000,20270704T200000', '4 July 2027', 'le 4 juillet 2027'],
    ['EXDATE:20270801T200000', '1 August 2027', 'le 1er août 2027'],
  ] as const)
    assert.deepEqual(words([two, removed]), [
      `${days[0]}, except on ${en}`,
      `${days[1]}, sauf ${fr}`,
    ])
  for (const [removed, en] of [
    ['EXDATE:20270711T200000', '11 July 2027 at 8\u00a0pm'],
    ['EXDATE:20270711T150000,20270711T200000', '11 July 2027'],
    ['EXDATE:20270718T200000', '18 July 2027'],
  ] as const)
    assert.equal(
      words(['RRULE:FREQ=WEEKLY', 'RDATE:20270711T150000', removed])[0],
      `every Sunday, and also on 11 July 2027, except on ${en}`,
    )
  assert.equal(
    words(['RRULE:FREQ=WEEKLY', 'RDATE;VALUE=DATE:20270712', 'EXDATE:20270712T200000'])[0],
    'every Sunday, and also on 12 July 2027, except on 12 July 2027',
  )
})

test('sentences elide, and name no day that a month lacks', () => {
  for (const [rule, en, fr] of [
    [
      'FREQ=MONTHLY;BYDAY=-2SU',
      'on the second-to-last Sunday of every month',
      'l’avant-dernier dimanche de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-2',
      'on the second-to-last day of every month',
      'l’avant-dernier jour de chaque mois',
    ],
    [
      'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=-2',
      'every month, on Saturday and Sunday, only the second-to-last of these dates',
      'tous les mois, le samedi et le dimanche, seulement l’avant-dernière de ces dates',
    ],
    [
      'FREQ=MONTHLY;BYMONTH=1,7;BYMONTHDAY=4',
      'every year on 4 January and 4 July',
      'tous les ans, le 4 janvier et le 4 juillet',
    ],
    [
      'FREQ=YEARLY;BYMONTH=2,4,7;BYMONTHDAY=29,31',
      'every year on 29 February, 29 April, 29 July and 31 July',
      'tous les ans, le 29 février, le 29 avril, le 29 juillet et le 31 juillet',
    ],
    ['FREQ=DAILY;COUNT=1', 'every day, once', 'tous les jours, une fois'],
  ] as const)
    assert.deepEqual(words([`RRULE:${rule}`]), [en, fr], rule)
})
