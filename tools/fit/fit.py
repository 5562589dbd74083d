#!/usr/bin/python3
"""Fits the coefficients in catalog/calibration to the published runs in tests/validation. README.md says how.

    tools/fit/fit.py serving | training | media | memory [--check] [--dry-run]
"""
import argparse

import media
import memory
import serving
import training

KINDS = {'serving': serving, 'training': training, 'media': media, 'memory': memory}


def main():
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(dest='kind', required=True)
    for name, module in KINDS.items():
        of_kind = kinds.add_parser(name, description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        of_kind.add_argument('--check', action='store_true', help='the errors of the coefficients as they are')
        of_kind.add_argument('--dry-run', action='store_true', help='writes nothing')
        module.add_arguments(of_kind)
    options = parser.parse_args()
    KINDS[options.kind].run(options)


if __name__ == '__main__':
    main()
