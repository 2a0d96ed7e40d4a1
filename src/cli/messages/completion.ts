/** The words of `completion`. */
export const completion = {
  unknownShell: {
    en: 'There is no completion for “{value}”.{meant} Shells: {roles}.',
    fr: 'Il n’y a pas de complétion pour « {value} ».{meant} Shells : {roles}.',
  },
}
