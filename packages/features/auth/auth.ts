// filled in by the next commit; the contract is schema.ts and /tmp/auth-contract.md
export {}
