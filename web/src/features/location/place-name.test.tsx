import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { configureApp } from '../../../test/app-config.ts'
import { placePhone } from '../../../test/deal-visit.ts'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { LocationField } from './location-field.tsx'
import { useLocationCapture } from './use-location.ts'

const CHARMINAR = { latitude: 17.4, longitude: 78.5 }

function Place() {
  return <LocationField capture={useLocationCapture()} />
}

const place = page.getByRole('region', { name: 'Location' })

test('a phone that has moved shows the coordinates until the new place has a name', async () => {
  await configureApp({ geocoderUrl: 'https://places.example/reverse' })
  const server = startStandInServer()
  server.answer('GET /reverse', json({ display_name: 'Charminar, Hyderabad' }))
  const phone = placePhone(CHARMINAR)
  await render(<Place />)
  await expect.element(place).toHaveTextContent('Charminar, Hyderabad')
  let answer = (_reply: Response) => {}
  server.answer('GET /reverse', () => new Promise<Response>((resolve) => (answer = resolve)))
  phone.move({ latitude: 17.9, longitude: 79.6 })
  await expect.element(place).toHaveTextContent('17.900000, 79.600000')
  answer(json({ display_name: 'Hanamkonda' }))
  await expect.element(place).toHaveTextContent('Hanamkonda')
})
