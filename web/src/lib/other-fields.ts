/** @returns the value with the fields that only the other one has; any value but a plain object as it is */
export const withOtherFields = (value: unknown, other: unknown): unknown =>
  Object.getPrototypeOf(Object(value)) === Object.prototype
    ? { ...Object(other), ...Object(value) }
    : value
