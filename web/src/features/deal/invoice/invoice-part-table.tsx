import type { InvoicePart } from './invoice-document.ts'
import styles from './invoice-part-table.module.css'

/** What was given or taken, a line each, and what it comes to. */
export function InvoicePartTable({ part }: { part: InvoicePart }) {
  const { title, lines, total } = part
  return (
    <table className={styles.part}>
      <caption className={styles.title}>{title}</caption>
      <tbody>
        {lines.map((line, index) => (
          // Two gifts may have one name, and no line of an invoice ever moves.
          <tr key={`${index} ${line.label}`} className={styles.line}>
            <th scope="row">
              {line.label}
              <span className={styles.detail}>{line.detail}</span>
            </th>
            <td>{line.amount}</td>
          </tr>
        ))}
        {/* No tfoot: on paper browsers repeat it at the foot of every page, before the sum is complete. */}
        <tr className={styles.total}>
          <th scope="row">{total.label}</th>
          <td>{total.amount}</td>
        </tr>
      </tbody>
    </table>
  )
}
