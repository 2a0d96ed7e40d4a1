import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { AdminInput, AdminKey, AdminOutput } from '../../sdk/index.ts'
import { useApp } from '../context.tsx'

type Options<K extends AdminKey> = Omit<
  UseMutationOptions<AdminOutput<K>, Error, AdminInput<K>>,
  'mutationFn'
>

/** An operation of the admin API, as forms submit it. */
export function useSubmit<K extends AdminKey>(key: K, options: Options<K> = {}) {
  const { admin } = useApp().server
  return useMutation({ ...options, mutationFn: (input: AdminInput<K>) => admin(key, input) })
}
