import { describe, expect, test } from 'vitest'
import { offlineGeocoder } from './offline-geocoder.ts'

const nameOf = async (latitude: number, longitude: number) =>
  (await offlineGeocoder.reverse({ latitude, longitude }))?.displayName

describe('the built-in places', () => {
  test.each([
    ['Charminar', 17.3616, 78.4747, 'Hyderabad, Telangana'],
    ['Warangal Fort', 17.9558, 79.6146, 'Telangana'],
    ['Karimnagar', 18.4386, 79.1288, 'Karimnagar, Telangana'],
    ['Nizamabad', 18.6725, 78.0941, 'Nizamabad, Telangana'],
    ['Khammam', 17.2473, 80.1514, 'Khammam, Telangana'],
    ['Siddipet', 18.1018, 78.852, 'Siddipet, Telangana'],
    ['Bhoodan Pochampally', 17.3457, 78.8157, 'Yadadri Bhuvanagiri, Telangana'],
    ['Jangaon', 17.7244, 79.1527, 'Jangaon, Telangana'],
    ['Jagtial', 18.7947, 78.9166, 'Jagtial, Telangana'],
    ['Shamshabad airport', 17.2403, 78.4294, 'Ranga Reddy, Telangana'],
    ['Vijayawada', 16.5062, 80.648, 'Vijayawada, NTR, Andhra Pradesh'],
    ['Guntur', 16.3067, 80.4365, 'Guntur, Andhra Pradesh'],
    ['Tirupati', 13.6288, 79.4192, 'Tirupati, Andhra Pradesh'],
    ['Nellore', 14.4426, 79.9865, 'SPSR Nellore, Andhra Pradesh'],
    ['Kurnool', 15.8281, 78.0373, 'Kurnool, Andhra Pradesh'],
    ['Kadapa', 14.4673, 78.8242, 'YSR Kadapa, Andhra Pradesh'],
    ['Srikakulam', 18.2949, 83.8938, 'Srikakulam, Andhra Pradesh'],
    ['Amalapuram', 16.5787, 82.0061, 'Dr. B.R. Ambedkar Konaseema, Andhra Pradesh'],
    ['Visakhapatnam', 17.6868, 83.2185, 'Visakhapatnam, Andhra Pradesh'],
    ['Chennai', 13.0827, 80.2707, 'Chennai, Tamil Nadu'],
  ])('name %s', async (_, latitude, longitude, expected) => {
    const name = await nameOf(latitude, longitude)
    expect(name).toContain(expected)
    expect(name).toMatch(/, India$/)
  })

  test('write the name of town and district once when they are equal, and all names of a known region', async () => {
    expect(await nameOf(18.4386, 79.1288)).toBe('near Karimnagar, Telangana, India')
    expect(await nameOf(16.5062, 80.648)).toBe('near Vijayawada, NTR, Andhra Pradesh, India')
  })

  test.each([
    ['the point 0,0 of a phone without a location', 0, 0],
    ['the Bay of Bengal', 15, 84],
    ['the Arabian Sea', 15, 70],
    ['Lahore', 31.5497, 74.3436],
    ['Jaffna', 9.6615, 80.0255],
    ['Kathmandu', 27.7172, 85.324],
    ['Dhaka', 23.8103, 90.4125],
    ['London', 51.5074, -0.1278],
  ])('have no name for %s', async (_, latitude, longitude) => {
    expect(await nameOf(latitude, longitude)).toBeUndefined()
  })

  test('have the credit that their licence requires', async () => {
    const place = await offlineGeocoder.reverse({ latitude: 17.3616, longitude: 78.4747 })
    expect(place?.licence).toContain('GeoNames')
  })
})
