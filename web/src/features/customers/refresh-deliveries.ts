import { customersQuery, healthQuery, queryClient } from '../../api/queries.ts'

/** Asks at once, even in the middle of a wait between two attempts. */
export async function refreshDeliveries(): Promise<void> {
  await Promise.all(
    [customersQuery().queryKey, healthQuery().queryKey].map(async (queryKey) => {
      await queryClient.cancelQueries({ queryKey })
      await queryClient.refetchQueries({ queryKey })
    }),
  )
}
