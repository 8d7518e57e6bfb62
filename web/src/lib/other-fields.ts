/** @returns the value with the fields that only the other one has; any value but a plain object as it is */
export const withOtherFields = (value: unknown, other: unknown): unknown =>
  (value as object | undefined)?.constructor === Object
    ? { ...Object(other), ...Object(value) }
    : value
