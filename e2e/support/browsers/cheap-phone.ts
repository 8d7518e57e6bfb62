/** The runner's cheap phone, as a browser context pretends to be it. */
export const cheapPhone = {
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  geolocation: { latitude: 17.385, longitude: 78.4867 },
  permissions: ['geolocation'],
}
