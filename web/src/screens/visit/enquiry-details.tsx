import { formatPlace } from '@veni/domain/customer'
import { useLocation, useParams } from 'wouter'
import { RefusedWork } from '../../components/outbox/refused-work.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { AddressMap } from '../../features/enquiry/details/address-map.tsx'
import { CustomerFacts } from '../../features/enquiry/details/customer-facts.tsx'
import {
  EnquiryFailure,
  EnquiryNotice,
  MissingCustomer,
} from '../../features/enquiry/enquiry-failure.tsx'
import { StatusButtons } from '../../features/enquiry/status/status-buttons.tsx'
import { useEnquiry } from '../../features/enquiry/use-enquiry.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { usePendingChanges } from '../../outbox/use-outbox.ts'
import { paths } from '../../paths.ts'
import { Loading } from '../../ui/placeholder/loading.tsx'
import { Stack } from '../../ui/layout/layout.tsx'

export default function EnquiryDetails() {
  const { customerId = '' } = useParams()
  return <Enquiry key={customerId} customerId={customerId} />
}

function Enquiry({ customerId }: { customerId: string }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const { view, isFetching, retry } = useEnquiry(customerId)
  const unsent = usePendingChanges().get(customerId)
  const customer = view.kind === 'customer' ? view.customer : undefined
  const address = customer && formatPlace(customer)
  return (
    <Screen
      title={t('enquiry.title')}
      backHref={paths.deliveries()}
      footer={
        customer && (
          <StatusButtons customer={customer} onDone={(leadsTo) => navigate(paths[leadsTo]())} />
        )
      }
    >
      {view.kind === 'loading' && <Loading label={t('enquiry.loading')} height="38rem" />}
      {view.kind === 'missing' && <MissingCustomer customerId={customerId} />}
      {view.kind === 'failed' && <EnquiryFailure failure={view.failure} onRetry={retry} />}
      {view.kind === 'customer' && (
        <Stack>
          <RefusedWork customerId={customerId} />
          <EnquiryNotice
            customerId={customerId}
            failure={view.failure}
            isFetching={isFetching}
            onRetry={retry}
          />
          <CustomerFacts customer={{ ...view.customer, ...unsent }} />
          {address && <AddressMap address={address} />}
        </Stack>
      )}
    </Screen>
  )
}
