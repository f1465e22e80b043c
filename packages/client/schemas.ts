export * from '@duo/features/schemas'
