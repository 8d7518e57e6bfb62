import { MAX_WEIGHT_GRAMS, parseWeightGrams, type HairCollection } from '@veni/domain/hair'

/** The weight in a field's text; undefined for an empty or impossible weight. */
export function weightFromText(text: string): number | undefined {
  const weight = parseWeightGrams(text)
  return weight !== undefined && weight > 0 && weight <= MAX_WEIGHT_GRAMS ? weight : undefined
}

/** The text of the field: the typed text while it matches the stored weight, otherwise the stored weight. */
export function textForWeight(typed: string, storedGrams: number | undefined): string {
  if (weightFromText(typed) === storedGrams) return typed
  return storedGrams === undefined ? '' : String(storedGrams)
}

export function withWeight(
  hair: HairCollection,
  hairType: string,
  weightGrams: number | undefined,
): HairCollection {
  const { [hairType]: _, ...others } = hair
  return weightGrams === undefined ? others : { ...others, [hairType]: weightGrams }
}
