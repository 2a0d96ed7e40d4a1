import type { FreeState } from '../../src/resources/event/free.ts'

/** Costs as people type them, by the state that they have. */
const written = {
  free: `0 | 0,00 € | $0.00 | Free | FREE! | free entry | Free (donations welcome) | Free for all | Free for everyone | Gratis
    Gratuit | gratuite | GRATUIT | Entrée libre | ENTRÉE LIBRE | Entrée\u00a0libre | Accès libre | Libre accès | Accès gratuit
    Entrée gratuite | Entrée libre, participation aux frais | Entrée libre – chapeau | Gratuit pour tous | Gratuit pour toutes et tous
    Free, donations for the band welcome | Gratuit, sans réservation | Entrée libre sans inscription | Free, no booking required`,
  booked: `Gratuit sur réservation | GRATUIT SUR RÉSERVATION | Gratuit, sur inscription | Entrée libre sur réservation | Free, booking required
    Free with registration | Free (RSVP)`,
  some: `Free for under 12 | Free for members | Free entry for students | Gratuit pour les moins de 12 ans | Gratuit pour les enfants
    Entrée gratuite pour les abonnés | Gratuit / 5 € | 5 € ; gratuit −12 ans | 10 €, gratuit pour les enfants | Free – 30$ | 0 € / 8 €
    Gratuit jusqu’à 12 ans | $5, free for children | $5 / free | 12 € (enfants : gratuit) | Free with museum entry`,
  '': ` | 5 € | $10 – $20 | Freestyle | Freedom pass | Smoke free, $5 | Sugar-free tasting, 5 € | Prix libre | donation | Pay what you can
    Gratuit sur réservation au 04 76 00 00 00 | From $10 a head`,
} satisfies Record<FreeState, string>

/** Each with its state. */
export const typedCosts = Object.entries(written).flatMap(([state, list]) =>
  list.split(/\s*[|\n]\s{1,4}/).map(cost => ({ state, cost })),
)
