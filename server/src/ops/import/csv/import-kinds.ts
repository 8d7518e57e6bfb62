import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { MAX_HAIR_TYPES } from '@veni/domain/hair'
import { recordOfficeChanges } from '../../../customers/service.ts'
import type { Tx } from '../../../db/client.ts'
import { customers, hairPrices, products, runners } from '../../../db/schema.ts'
import { recordPriceChanges } from '../../../price-changes/service.ts'
import { MOST_PRODUCTS } from '../../../products/most-products.ts'
import * as field from './import-fields.ts'

export interface ImportColumn {
  readonly column: PgColumn
  /** The names that the file may use; the first is the usual one. */
  readonly names: readonly [string, ...string[]]
  readonly field: field.FieldSchema
  /** The file must have this column. When an optional column is missing, its values stay unchanged. */
  readonly required?: true
  /** No two records may have the same value. */
  readonly unique?: true
  /** Runners change it, too. A table with such columns has `officeChangedAt`. */
  readonly isShared?: true
  /** Its value is the id of a record in this table. */
  readonly refersTo?: { readonly id: PgColumn; readonly noun: string }
}

export interface ImportKind {
  readonly table: PgTable & {
    imported: PgColumn
    updatedAt?: PgColumn
    erasedAt?: PgColumn
    officeChangedAt?: PgColumn
  }
  /** The column that identifies a record; the first of `columns`. */
  readonly key: ImportColumn
  readonly columns: readonly [ImportColumn, ...ImportColumn[]]
  /** Adds what changed in the records with these keys to their history, in the transaction of the change. */
  readonly recordHistory?: RecordHistory
  /** The app lists this many records at most: those that have `isActive`, where there is such a column. */
  readonly most?: {
    readonly records: number
    /** After a number. */
    readonly noun: string
    readonly isActive?: PgColumn
  }
}

type RecordHistory = (tx: Tx, keys: readonly string[]) => Promise<void>

export type ImportKindName = 'customers' | 'products' | 'hair-prices' | 'runners'

/** The kinds of records that can be imported, with their columns. */
export const importKinds: Readonly<Record<ImportKindName, ImportKind>> = {
  customers: kind(
    customers,
    [
      { column: customers.id, names: ['id'], field: field.wholeNumber, required: true },
      { column: customers.state, names: ['state'], field: field.shortText },
      { column: customers.district, names: ['district'], field: field.shortText },
      { column: customers.villageInfo, names: ['village_info'], field: field.shortText },
      {
        column: customers.memberName,
        names: ['member_name'],
        field: field.name,
        required: true,
      },
      {
        column: customers.fatherOrHusbandName,
        names: ['father_or_husband_name'],
        field: field.shortText,
      },
      { column: customers.mobile, names: ['mobile'], field: field.phone },
      { column: customers.email, names: ['email'], field: field.email },
      {
        column: customers.status,
        names: ['status'],
        field: field.status,
        required: true,
        isShared: true,
      },
      {
        column: customers.runnerId,
        names: ['runner_id'],
        field: field.optional(field.wholeNumber),
        refersTo: { id: runners.id, noun: 'runner' },
      },
      { column: customers.extra, names: ['extra'], field: field.note },
      { column: customers.comments, names: ['comments'], field: field.note, isShared: true },
      {
        column: customers.nextFollowup,
        names: ['next_followup'],
        field: field.optionalDay,
        isShared: true,
      },
    ],
    { recordHistory: (tx, keys) => recordOfficeChanges(tx, keys.map(Number)) },
  ),
  products: kind(
    products,
    [
      {
        column: products.productId,
        names: ['productId', 'product_id'],
        field: field.code,
        required: true,
      },
      {
        column: products.id,
        names: ['id'],
        field: field.wholeNumber,
        required: true,
        unique: true,
      },
      { column: products.name, names: ['name'], field: field.name, required: true },
      { column: products.weight, names: ['weight', 'description'], field: field.note },
      { column: products.pricePaise, names: ['price'], field: field.price, required: true },
      { column: products.imageUrl, names: ['image_url', 'image'], field: field.text },
    ],
    {
      recordHistory: (tx, keys) => recordPriceChanges(tx, 'product', keys),
      most: { records: MOST_PRODUCTS, noun: 'products' },
    },
  ),
  'hair-prices': kind(
    hairPrices,
    [
      {
        column: hairPrices.hairType,
        names: ['hair_type', 'id'],
        field: field.code,
        required: true,
      },
      {
        column: hairPrices.pricePer20gPaise,
        names: ['price_per_20g', 'price', 'rate'],
        field: field.hairPrice,
        required: true,
      },
      {
        column: hairPrices.minimumWeightGrams,
        names: ['minimum_weight_grams', 'minimum_weight'],
        field: field.minimumWeight,
        required: true,
      },
      { column: hairPrices.isActive, names: ['is_active'], field: field.yesNo },
    ],
    {
      recordHistory: (tx, keys) => recordPriceChanges(tx, 'hair', keys),
      most: {
        records: MAX_HAIR_TYPES,
        noun: 'active hair types',
        isActive: hairPrices.isActive,
      },
    },
  ),
  runners: kind(runners, [
    { column: runners.id, names: ['id'], field: field.runnerId, required: true },
    { column: runners.name, names: ['name'], field: field.name, required: true },
    {
      column: runners.phone,
      names: ['phone'],
      field: field.runnerPhone,
      required: true,
      unique: true,
    },
  ]),
}

export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

function kind(
  table: ImportKind['table'],
  columns: ImportKind['columns'],
  more?: Pick<ImportKind, 'recordHistory' | 'most'>,
): ImportKind {
  return { table, key: columns[0], columns, ...more }
}
