/** Sums of a deal from its lines, whatever the lines are: the record is checked as a whole afterwards. */
import { formatHairType, sumWeightGrams } from '../../hair.ts'
import { shorten } from '../fit-record.ts'
import { at, type Fields } from './read-fields.ts'

const sumOf = (lines: readonly unknown[], value: (line: unknown) => number) =>
  Math.round(lines.reduce<number>((sum, line) => sum + value(line), 0) * 100) / 100

const numberAt = (line: unknown, name: string) => Number(at(line, name))

export function computeSums({ hair_lines: lines, items }: Fields): Fields {
  return {
    ...(Array.isArray(lines) && {
      hair_type: shorten(
        lines.map((line) => formatHairType(String(at(line, 'hair_type')))).join(', '),
      ),
      hair_weight: sumWeightGrams(
        lines.map((line) => ({ weightGrams: numberAt(line, 'weight_grams') })),
      ),
      // Each line is rounded to the paisa, and their sum to the rupee (ruling 17).
      ...(lines.length > 0 && {
        hair_value: Math.round(sumOf(lines, (line) => numberAt(line, 'value'))),
      }),
    }),
    ...(Array.isArray(items) && {
      items_total: sumOf(items, (item) => numberAt(item, 'price') * numberAt(item, 'quantity')),
    }),
  }
}

export function computeBalance({ hair_value: hair, items_total: items }: Fields): Fields {
  if (typeof hair !== 'number' || typeof items !== 'number') return {}
  const balance = Math.round((hair - items) * 100) / 100
  return { balance_amount: Math.abs(balance), balance_type: balance < 0 ? 'collect' : 'return' }
}
