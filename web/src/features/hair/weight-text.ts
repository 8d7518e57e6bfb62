import { MAX_WEIGHT_GRAMS, parseWeightGrams, type HairCollection } from '@veni/domain/hair'

/** The weight a field's text stands for in a collection; undefined for none and for what no scale shows. */
export function weightFromText(text: string): number | undefined {
  const weight = parseWeightGrams(text)
  return weight !== undefined && weight > 0 && weight <= MAX_WEIGHT_GRAMS ? weight : undefined
}

/** What the field shows: the runner's own typing for as long as it says what is stored, else what is stored. */
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
