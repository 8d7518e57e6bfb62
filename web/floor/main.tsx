/**
 * The smallest React page with a router: it fetches fifty customers and draws them. The benchmarks compare the app with
 * it.
 */
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Switch } from 'wouter'

interface Row {
  id: number
  member_name: string
  village_info: string
}

function Rows() {
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    void fetch('/api/customers')
      .then((response) => response.json())
      .then(setRows)
  }, [])
  return (
    <main>
      <h1>Customers</h1>
      <ul>
        {rows.map(({ id, member_name, village_info }) => (
          <li key={id}>
            #{id} {member_name}, {village_info}
          </li>
        ))}
      </ul>
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Switch>
        <Route path="/" component={Rows} />
      </Switch>
    </StrictMode>,
  )
