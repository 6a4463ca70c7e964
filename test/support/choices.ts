export * from '../../dev/contract/choices';
