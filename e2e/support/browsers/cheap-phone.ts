/** The options of a browser context that emulates a cheap phone in Hyderabad. */
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
