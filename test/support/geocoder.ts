import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers like Nominatim, and notes what it is sent. */
export async function startGeocoder() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('Content-Type', 'application/json')
    const address = {
      house_number: '12',
      road: 'Rue de la Mairie',
      city: 'Lyon',
      postcode: '69001',
      state: 'Auvergne-Rhône-Alpes',
      country: 'France',
    }
    const place = { display_name: 'Mairie, Lyon, France', lat: '45.767', lon: '4.834', address }
    response.end(JSON.stringify(request.url?.includes('nowhere') ? [] : [place, { lat: 'x' }]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    requests,
    /** The settings of a service that asks it. */
    settings: { geocoder: `nominatim ${url}`, fetchAllow: [url] },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
