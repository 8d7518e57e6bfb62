import type { InvoicePart } from './invoice-document.ts'
import styles from './invoice-part-table.module.css'

/** One part of the invoice: its lines and their total. */
export function InvoicePartTable({ part }: { part: InvoicePart }) {
  const { title, lines, total } = part
  return (
    <table className={styles.part}>
      <caption className={styles.title}>{title}</caption>
      <tbody>
        {lines.map((line, index) => (
          // Two products may have the same name, and the lines never change their order.
          <tr key={`${index} ${line.label}`} className={styles.line}>
            <th scope="row">
              {line.label}
              <span className={styles.detail}>{line.detail}</span>
            </th>
            <td>{line.amount}</td>
          </tr>
        ))}
        {/* No tfoot: browsers print it at the end of every page, before the sum is complete. */}
        <tr className={styles.total}>
          <th scope="row">{total.label}</th>
          <td>{total.amount}</td>
        </tr>
      </tbody>
    </table>
  )
}
