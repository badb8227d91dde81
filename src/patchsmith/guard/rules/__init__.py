"""The rules: each reads facts of both trees and fires on a drop."""
