import { MapPin, Phone } from 'lucide-react'
import type { VisitCustomer } from '@veni/domain/visit'
import styles from './visited-customer.module.css'

export interface VisitedCustomerProps {
  customer: VisitCustomer
}

/** The customer of the visit. */
export function VisitedCustomer({ customer }: VisitedCustomerProps) {
  const { id, name, location, mobile } = customer
  return (
    <div>
      <p className={styles.name}>
        {name} <span className={styles.id}>#{id}</span>
      </p>
      {location && (
        <p className={styles.line}>
          <MapPin />
          <span>{location}</span>
        </p>
      )}
      {mobile && (
        <p className={styles.line}>
          <Phone />
          <span className="tabular">{mobile}</span>
        </p>
      )}
    </div>
  )
}
